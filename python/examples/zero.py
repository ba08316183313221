"""AlphaZero (Silver and others 2017) for a rule file of two roles that move by turns.

A network learns from games against itself, and knows nothing but the rules::

    python zero.py games/filetto.rules --minutes 10 --out out/

Four parts follow each other here. A `Network` says from what the role to move sees how good each action
looks, and how the game will end. A `Forest` searches many positions side by side, a tree for each; a
wave goes down all trees at once, and the network sees all their new leaves in one call. `SelfPlay` plays
a batch of games with such searches, and its games are what the network learns from. `match` compares
the result with Regola's own Monte-Carlo tree search, which plays random games in place of a network;
both get the same number of playouts. At the end the rival gets ever more of them.

It needs JAX beside Regola (``pip install jax``), and no more than a processor.
"""

# The annotations of JAX leave some types unknown.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false

from __future__ import annotations

import argparse
import json
import math
import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt

import regola

Floats = npt.NDArray[np.float32]
Integers = npt.NDArray[np.int64]
Observations = npt.NDArray[np.uint8]
Masks = npt.NDArray[np.bool_]

Evaluate = Callable[[Observations, Masks], tuple[Floats, Floats]]
"""Gives for each observation, with its legal actions, a probability for each action and the value from
-1 to 1 for the role that looks."""

Player = Callable[[Sequence[regola.Position]], Sequence[int | str]]
"""Chooses an action or a whole move in each position."""


@dataclass(frozen=True)
class Settings:
    """What training can be told."""

    games: int = 128
    """The number of games side by side."""
    playouts: int = 32
    """The playouts for each move, in training and in matches; the network judges the root beside them."""
    channels: int = 32
    """The width of the network: channels of a square, or four times as many numbers without squares."""
    blocks: int = 3
    """The residual blocks of the network."""
    exploration: float = 1.25
    """How much the search heeds what the network proposes, against what it has found."""
    noise: float = 0.25
    """The part of noise in what is proposed at the root, in training only."""
    opening: int = 8
    """The first plies of a game in training, in which moves are drawn by their visits; later the best is
    played."""
    plies: int = 400
    """The plies after which a game is cut off; it counts as a draw."""
    memory: int = 60_000
    """The number of latest samples that are learned from."""
    samples: int = 256
    """The samples of a step of learning."""
    reuse: float = 4.0
    """How often a sample is learned from."""
    rate: float = 1e-3
    """The rate of learning at the beginning; it falls along a cosine."""
    decay: float = 1e-4
    """The decay of weights."""
    match_games: int = 100
    """The games of a match."""
    matches: int = 10
    """The matches along the way, beside that before the beginning."""
    seed: int = 0
    """The seed of all that is random."""


# The network


class Layer(NamedTuple):
    """An affine map of the numbers of a square, or of three by three squares."""

    weight: jax.Array
    bias: jax.Array

    @staticmethod
    def drawn(random: np.random.Generator, *shape: int, scale: float = 1.0) -> Layer:
        """A layer of random weights that keeps the size of numbers before a rectifier (He and others
        2015), times ``scale``."""
        deviation = scale * math.sqrt(2 / math.prod(shape[:-1]))
        weight = random.normal(scale=deviation, size=shape).astype(np.float32)
        return Layer(jnp.asarray(weight), jnp.asarray(np.zeros(shape[-1], np.float32)))

    def __call__(self, x: jax.Array) -> jax.Array:
        if self.weight.ndim == 2:
            return x @ self.weight + self.bias
        form = ("NHWC", "HWIO", "NHWC")
        mapped = jax.lax.conv_general_dilated(x, self.weight, (1, 1), "SAME", dimension_numbers=form)
        return mapped + self.bias


class Weights(NamedTuple):
    """All layers of a network: a residual tower with two heads."""

    stem: Layer
    blocks: tuple[tuple[Layer, Layer], ...]
    policy: tuple[Layer, Layer]
    value: tuple[Layer, Layer, Layer]


class Moments(NamedTuple):
    """What Adam (Kingma and Ba 2014) remembers of the gradients."""

    first: Weights
    second: Weights
    steps: jax.Array


class Samples(NamedTuple):
    """What is learned from, by rows."""

    observations: Observations
    masks: Masks
    policies: Floats
    values: Floats


def shows_squares(game: regola.Game) -> bool:
    """Whether any plane shows the squares of a board; the name of such a plane has a `_`."""
    is_board = len(game.observation_shape) == 3
    return is_board and any(re.search(r"\b_\b", plane) for plane in game.planes)


def forward(weights: Weights, observations: jax.Array, by_square: bool) -> tuple[jax.Array, jax.Array]:
    """The logits of all actions, and the values."""
    x = observations.astype(jnp.float32)
    if by_square:
        x = jnp.moveaxis(x, 1, -1)
    elif x.ndim == 4:
        x = x[:, :, 0, 0]  # each plane is all ones or all zeros
    x = jax.nn.relu(weights.stem(x))
    for inner, outer in weights.blocks:
        x = jax.nn.relu(x + outer(jax.nn.relu(inner(x))))
    rows = x.shape[0]
    proposal, readout = weights.policy
    logits = readout(jax.nn.relu(proposal(x)).reshape(rows, -1))
    judgement, hidden, result = weights.value
    judged = jax.nn.relu(judgement(x)).reshape(rows, -1)
    values = jnp.tanh(result(jax.nn.relu(hidden(judged))))[:, 0]
    return logits, values


def log_policy(logits: jax.Array, masks: jax.Array) -> jax.Array:
    """The logarithms of the probabilities of the legal actions."""
    return jax.nn.log_softmax(jnp.where(masks, logits, -1e9))


@partial(jax.jit, static_argnames="by_square")
def judge(
    weights: Weights, observations: jax.Array, masks: jax.Array, by_square: bool
) -> tuple[jax.Array, jax.Array]:
    """The probabilities of the actions, and the values."""
    logits, values = forward(weights, observations, by_square)
    return jnp.exp(log_policy(logits, masks)), values


@partial(jax.jit, static_argnames="by_square")
def learn(
    weights: Weights, moments: Moments, samples: Samples, rate: float, decay: float, by_square: bool
) -> tuple[Weights, Moments, jax.Array]:
    """A step of Adam with decay of weights; gives the losses of the policy and of the value too."""

    def loss(weights: Weights) -> tuple[jax.Array, jax.Array]:
        logits, values = forward(weights, jnp.asarray(samples.observations), by_square)
        chances = log_policy(logits, jnp.asarray(samples.masks))
        of_policy = -jnp.mean(jnp.sum(samples.policies * chances, axis=1))
        of_value = jnp.mean((values - samples.values) ** 2)
        return of_policy + of_value, jnp.stack([of_policy, of_value])

    gradient, losses = jax.grad(loss, has_aux=True)(weights)
    steps = moments.steps + 1
    first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, moments.first, gradient)
    second = jax.tree.map(lambda m, g: 0.999 * m + 0.001 * g * g, moments.second, gradient)
    scale = rate * jnp.sqrt(1 - 0.999**steps) / (1 - 0.9**steps)

    def moved(weight: jax.Array, m: jax.Array, v: jax.Array) -> jax.Array:
        return weight - scale * m / (jnp.sqrt(v) + 1e-8) - rate * decay * weight

    return jax.tree.map(moved, weights, first, second), Moments(first, second, steps), losses


def below(array: npt.NDArray[Any], rows: int) -> npt.NDArray[Any]:
    """An array with this many rows of zeros below."""
    return np.concatenate([array, np.zeros((rows, *array.shape[1:]), array.dtype)])


class Network:
    """A network for a game: a residual tower over the squares of its board, or over all that is seen."""

    def __init__(self, game: regola.Game, settings: Settings) -> None:
        self.by_square = shows_squares(game)
        self.settings = settings
        planes, *sides = game.observation_shape
        squares = math.prod(sides) if self.by_square else 1
        window = (3, 3) if self.by_square else ()
        width = settings.channels if self.by_square else 4 * settings.channels
        narrow = 8 if self.by_square else width
        layer = partial(Layer.drawn, np.random.default_rng(settings.seed))
        # A block that begins near zero leaves what comes in as it is, so that no normalization is needed.
        blocks = [
            (layer(*window, width, width), layer(*window, width, width, scale=0.1))
            for _ in range(settings.blocks)
        ]
        self.weights: Weights = Weights(
            layer(*window, planes, width),
            tuple(blocks),
            (layer(width, narrow), layer(narrow * squares, game.num_actions, scale=0.1)),
            (layer(width, narrow), layer(narrow * squares, width), layer(width, 1, scale=0.1)),
        )
        nothing = jax.tree.map(lambda weight: jnp.asarray(np.zeros_like(weight)), self.weights)
        self.moments: Moments = Moments(nothing, nothing, jnp.asarray(0))

    def __call__(self, observations: Observations, masks: Masks) -> tuple[Floats, Floats]:
        """The probabilities of the actions and the values, by observation."""
        rows = len(observations)
        # A function is compiled for each number of rows, so there are only powers of two.
        more = max(8, 1 << (rows - 1).bit_length()) - rows
        policies, values = judge(
            self.weights, below(observations, more), below(masks, more), by_square=self.by_square
        )
        return np.asarray(policies)[:rows], np.asarray(values)[:rows]

    def learn(self, samples: Samples, rate: float) -> Floats:
        """Learn from samples; gives the losses of the policy and of the value."""
        self.weights, self.moments, losses = learn(
            self.weights, self.moments, samples, rate, self.settings.decay, by_square=self.by_square
        )
        return np.asarray(losses)

    def save(self, path: Path) -> None:
        """Write the weights to a file."""
        np.savez(path, *(np.asarray(leaf) for leaf in jax.tree.leaves((self.weights, self.moments))))

    def load(self, path: Path) -> None:
        """Read the weights of a network of the same shape."""
        form = jax.tree.structure((self.weights, self.moments))
        with np.load(path) as file:
            leaves = [jnp.asarray(file[name]) for name in file.files]
        self.weights, self.moments = jax.tree.unflatten(form, leaves)


# The search


class Forest:
    """A search tree for each of many positions.

    The trees are arrays by tree, node and action, so that a step down in all of them is a few operations
    of NumPy. Worth and values are those of the role that is to move at the node.
    """

    def __init__(
        self, roots: Sequence[regola.Position], evaluate: Evaluate, playouts: int, exploration: float
    ) -> None:
        self._evaluate = evaluate
        self._exploration = exploration
        shape = (len(roots), playouts + 1, roots[0].game.num_actions)
        # Illegal actions are proposed with minus infinity, so that they are never the best ones.
        self._proposal = np.full(shape, -np.inf, np.float32)
        self._visits = np.zeros(shape, np.float32)
        self._worth = np.zeros(shape, np.float32)
        self._child = np.full(shape, -1, np.int32)
        self._side = np.zeros(
            shape[:2], np.float32
        )  # 1: the first role is to move, -1: the second, 0: nobody
        self._result = np.zeros(shape[:2], np.float32)  # for the first role, where the game is over
        self._positions: list[list[regola.Position]] = [[] for _ in roots]
        for tree, root in enumerate(roots):
            self._add(tree, root)
        everywhere = np.arange(len(roots))
        self._judge(everywhere, np.zeros_like(everywhere))

    def _add(self, tree: int, position: regola.Position) -> int:
        """Add a node to a tree."""
        nodes = self._positions[tree]
        nodes.append(position)
        node = len(nodes) - 1
        if position.over:
            first, second = position.returns()
            self._result[tree, node] = (first - second) / 2
        else:
            self._side[tree, node] = 1 - 2 * position.movers[0]
        return node

    def _judge(self, trees: Integers, nodes: Integers) -> Floats:
        """Ask the network about nodes; gives their values for the first role."""
        positions = [self._positions[tree][node] for tree, node in zip(trees, nodes, strict=True)]
        observations = np.stack([position.observe() for position in positions])
        masks = np.stack([position.legal_mask() for position in positions])
        policies, values = self._evaluate(observations, masks)
        self._proposal[trees, nodes] = np.where(masks, policies, -np.inf)
        return values * self._side[trees, nodes]

    def _select(self, trees: Integers, nodes: Integers) -> Integers:
        """The action that looks best at each node by PUCT (Rosin 2011)."""
        visits = self._visits[trees, nodes]
        found = self._worth[trees, nodes] / np.maximum(visits, 1)
        eagerness = self._exploration * np.sqrt(1 + visits.sum(axis=1, keepdims=True))
        best: Integers = np.argmax(found + eagerness * self._proposal[trees, nodes] / (1 + visits), axis=1)
        return best

    def _wave(self) -> None:
        """Make a playout in each tree."""
        trees: Integers = np.arange(len(self._positions))
        nodes = np.zeros_like(trees)
        leaves = np.zeros_like(trees)
        path: list[tuple[Integers, Integers, Integers]] = []
        fresh: list[int] = []
        while trees.size:
            actions = self._select(trees, nodes)
            path.append((trees, nodes, actions))
            children = self._child[trees, nodes, actions]
            is_new = children < 0
            for place in np.flatnonzero(is_new):
                tree, node, action = int(trees[place]), int(nodes[place]), int(actions[place])
                child = self._add(tree, self._positions[tree][node].play(action))
                self._child[tree, node, action] = children[place] = child
                fresh.append(tree)
            leaves[trees] = children
            goes_on = ~is_new & (self._side[trees, children] != 0)
            trees, nodes = trees[goes_on], children[goes_on].astype(np.int64)
        everywhere = np.arange(len(leaves))
        values = self._result[everywhere, leaves]
        asked = np.array(fresh, np.int64)
        asked = asked[self._side[asked, leaves[asked]] != 0]
        if asked.size:
            values[asked] = self._judge(asked, leaves[asked])
        for trees, nodes, actions in path:
            self._visits[trees, nodes, actions] += 1
            self._worth[trees, nodes, actions] += values[trees] * self._side[trees, nodes]

    def add_noise(self, part: float, random: np.random.Generator) -> None:
        """Mix Dirichlet noise into what is proposed at the roots."""
        proposal = self._proposal[:, 0]
        is_legal = proposal >= 0
        concentration = 10 / is_legal.sum(axis=1, keepdims=True)
        noise = random.gamma(np.broadcast_to(concentration, proposal.shape)) * is_legal + 1e-12
        noise /= noise.sum(axis=1, keepdims=True)
        self._proposal[:, 0] = (1 - part) * proposal + part * noise

    def search(self, playouts: int) -> Floats:
        """Make this many playouts in each tree; gives the visits of each action at the roots."""
        for _ in range(playouts):
            self._wave()
        return self._visits[:, 0]


# Games against oneself


def images(position: regola.Position, policy: Floats) -> Iterator[tuple[Observations, Masks, Floats]]:
    """What is seen of a position, its legal actions and their policy; and the same of its images by the symmetries
    of the rules."""
    observation, mask = position.observe(), position.legal_mask()
    yield observation, mask, policy
    permutations = position.game.permutations
    for permutation in permutations:
        yield permutation.of_observations(observation), permutation.of_actions(mask), permutation.of_actions(policy)
    if permutations or position.game.symmetries == 1:
        return
    legal = len(position.legal_actions())
    for image, pairs in position.images():
        if len(pairs) == legal:
            here, there = np.array(pairs).T
            moved = np.zeros_like(policy)
            moved[there] = policy[here]
            yield image.observe(), image.legal_mask(), moved


class Memory:
    """The latest samples."""

    def __init__(self, game: regola.Game, size: int) -> None:
        self._samples = Samples(
            np.zeros((size, *game.observation_shape), np.uint8),
            np.zeros((size, game.num_actions), np.bool_),
            np.zeros((size, game.num_actions), np.float32),
            np.zeros(size, np.float32),
        )
        self._size = size
        self.added = 0

    def __len__(self) -> int:
        return min(self.added, self._size)

    def add(self, position: regola.Position, policy: Floats, value: float) -> None:
        """Remember what the search has found, and how the game has ended for the role to move."""
        for observation, mask, moved in images(position, policy):
            row = self.added % self._size
            self._samples.observations[row] = observation
            self._samples.masks[row] = mask
            self._samples.policies[row] = moved
            self._samples.values[row] = value
            self.added += 1

    def draw(self, number: int, random: np.random.Generator) -> Samples:
        """Random samples."""
        rows = random.integers(len(self), size=number)
        samples = self._samples
        return Samples(
            samples.observations[rows], samples.masks[rows], samples.policies[rows], samples.values[rows]
        )


class SelfPlay:
    """A batch of games in which the network plays both roles; where a game ends, another begins."""

    def __init__(self, game: regola.Game, settings: Settings) -> None:
        self._settings = settings
        self._random = np.random.default_rng(settings.seed)
        self._batch = game.batch(
            settings.games, seed=settings.seed, autoreset="same", max_plies=settings.plies
        )
        self._histories: list[list[tuple[regola.Position, Floats]]] = [[] for _ in range(settings.games)]
        self.ended = 0

    def step(self, evaluate: Evaluate, memory: Memory) -> None:
        """Play a ply of each game; games that end are remembered."""
        settings = self._settings
        roots = [self._batch.position(number) for number in range(settings.games)]
        forest = Forest(roots, evaluate, settings.playouts, settings.exploration)
        forest.add_noise(settings.noise, self._random)
        visits = forest.search(settings.playouts)
        policies = visits / visits.sum(axis=1, keepdims=True)
        plies = np.array([len(history) for history in self._histories])
        # With Gumbel noise on the logarithms the greatest is drawn by the probabilities.
        gumbel = self._random.gumbel(size=policies.shape)
        drawn = np.argmax(np.log(policies + 1e-12) + gumbel, axis=1)
        actions = np.where(plies < settings.opening, drawn, np.argmax(visits, axis=1))
        for history, root, policy in zip(self._histories, roots, policies, strict=True):
            history.append((root, policy))
        self._batch.step(actions)
        for number in np.flatnonzero(self._batch.terminated | self._batch.truncated):
            first, second = self._batch.rewards[number]
            for position, policy in self._histories[number]:
                memory.add(position, policy, (first - second) / 2 * (1 - 2 * position.movers[0]))
            self._histories[number] = []
            self.ended += 1


# Matches


def with_network(evaluate: Evaluate, playouts: int, exploration: float) -> Player:
    """A player who searches with a network, and plays the action with the most visits."""

    def choose(positions: Sequence[regola.Position]) -> list[int]:
        forest = Forest(positions, evaluate, playouts, exploration)
        return [int(action) for action in np.argmax(forest.search(playouts), axis=1)]

    return choose


def without_network(game: regola.Game, playouts: int, seed: int) -> Player:
    """Regola's own Monte-Carlo tree search. Each move has a seed of its own, so that games differ."""
    random = np.random.default_rng(seed)

    def choose(positions: Sequence[regola.Position]) -> list[str]:
        seeds = random.integers(1 << 32, size=len(positions))
        found = [
            game.best(position, playouts=playouts, seed=int(own)).move
            for position, own in zip(positions, seeds, strict=True)
        ]
        return [move for move in found if move is not None]

    return choose


@dataclass(frozen=True)
class Score:
    """The outcome of a match."""

    wins: int
    draws: int
    losses: int

    @property
    def points(self) -> float:
        """The points of a game, from 0 to 1."""
        return (self.wins + self.draws / 2) / (self.wins + self.draws + self.losses)

    @property
    def error(self) -> float:
        """The standard error of the points."""
        games = self.wins + self.draws + self.losses
        squares = (self.wins + self.draws / 4) / games - self.points**2
        return math.sqrt(max(squares, 0.0) / games)


def match(game: regola.Game, player: Player, rival: Player, games: int, plies: int = 400) -> Score:
    """Play games side by side; in every second one the player has the first role.

    A game that is not over after ``plies`` plies is a draw.
    """
    positions = [game.initial() for _ in range(games)]
    for _ in range(plies):
        due: tuple[list[int], list[int]] = ([], [])
        for number, position in enumerate(positions):
            if not position.over:
                due[(position.movers[0] + number) % 2].append(number)
        if not any(due):
            break
        for numbers, chooser in zip(due, (player, rival), strict=True):
            if numbers:
                actions = chooser([positions[number] for number in numbers])
                for number, action in zip(numbers, actions, strict=True):
                    positions[number] = positions[number].play(action)
    results = np.array([position.returns() for position in positions])
    leads = (results[:, 0] - results[:, 1]) * (1 - 2 * (np.arange(games) % 2))
    return Score(int(np.sum(leads > 0)), int(np.sum(leads == 0)), int(np.sum(leads < 0)))


# Training


@dataclass(frozen=True)
class Point:
    """How far training has come."""

    minutes: float
    games: int
    score: Score
    losses: tuple[float, float]


@dataclass
class Trained:
    """A network, and the way to it."""

    network: Network
    points: list[Point] = field(default_factory=list[Point])

    def player(self) -> Player:
        """The player who searches with the network."""
        settings = self.network.settings
        return with_network(self.network, settings.playouts, settings.exploration)


def train(
    game: regola.Game,
    minutes: float,
    settings: Settings = Settings(),
    *,
    network: Network | None = None,
    report: Callable[[Trained], Any] = lambda trained: None,
) -> Trained:
    """Train a network for a time, in which the matches are not counted.

    After each match ``report`` is called.
    """
    if len(game.roles) != 2 or game.moves_at_once:
        raise ValueError(f"{game.name} is not a game of two roles that move by turns")
    trained = Trained(network or Network(game, settings))
    rival = without_network(game, settings.playouts, settings.seed)
    play, memory = SelfPlay(game, settings), Memory(game, settings.memory)
    random = np.random.default_rng(settings.seed)
    losses, learned, spent = np.zeros(2, np.float32), 0.0, 0.0
    while True:
        part = min(spent / (60 * minutes), 1.0)
        if part * settings.matches >= len(trained.points):
            score = match(game, trained.player(), rival, settings.match_games, settings.plies)
            trained.points.append(Point(spent / 60, play.ended, score, (float(losses[0]), float(losses[1]))))
            report(trained)
        if part == 1.0:
            return trained
        begun = time.perf_counter()
        play.step(trained.network, memory)
        rate = settings.rate * (0.525 + 0.475 * math.cos(math.pi * part))
        while learned + settings.samples <= settings.reuse * memory.added:
            latest = trained.network.learn(memory.draw(settings.samples, random), rate)
            losses += (latest - losses) / (20 if losses.any() else 1)
            learned += settings.samples
        spent += time.perf_counter() - begun


def ladder(trained: Trained, game: regola.Game, factors: Sequence[int] = (1, 4, 16, 64)) -> Iterator[str]:
    """Matches against a rival with so many times as many playouts, each as a line of text."""
    settings = trained.network.settings
    for factor in factors:
        rival = without_network(game, factor * settings.playouts, settings.seed + 1)
        score = match(game, trained.player(), rival, settings.match_games, settings.plies)
        yield (
            f"rival with {factor * settings.playouts:5} playouts: {score.wins:4} wins {score.draws:4} draws"
            f" {score.losses:4} losses, {score.points:.3f} points"
        )


def table(points: Sequence[Point]) -> str:
    """The matches as a table."""
    lines = ["minutes   games   wins draws losses   points   loss of policy, value"]
    for point in points:
        score = point.score
        lines.append(
            f"{point.minutes:7.2f} {point.games:7}  {score.wins:5} {score.draws:5} {score.losses:6}"
            f" {score.points:8.3f}   {point.losses[0]:14.3f}  {point.losses[1]:5.3f}"
        )
    return "\n".join(lines)


def curve(points: Sequence[Point], title: str) -> str:
    """The matches as a picture: the text of an SVG file."""
    width, height, left, top = 480, 240, 48, 40
    end = max(points[-1].minutes, 1e-9)

    def x(minutes: float) -> float:
        return left + width * minutes / end

    def y(share: float) -> float:
        return top + height * (1 - min(max(share, 0.0), 1.0))

    def text(across: float, down: float, anchor: str, written: str) -> None:
        drawn.append(f'<text x="{across:.1f}" y="{down:.1f}" text-anchor="{anchor}">{written}</text>')

    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width + 72} {height + 96}"',
        f' width="{width + 72}" font-family="sans-serif" font-size="12">',
        '<rect width="100%" height="100%" fill="#fff"/>',
    ]
    text(left, 22, "start", title)
    for share in (0, 0.25, 0.5, 0.75, 1):
        dashes = ' stroke-dasharray="5 4"' if share == 0.5 else ""
        colour = "#555" if share == 0.5 else "#ddd"
        drawn.append(f'<path d="M{left} {y(share):.1f}h{width}" stroke="{colour}"{dashes}/>')
        text(left - 8, y(share) + 4, "end", f"{share:g}")
    for fifth in range(6):
        minutes = end * fifth / 5
        text(x(minutes), top + height + 18, "middle", f"{minutes:.3g}")
    text(left + width / 2, top + height + 40, "middle", "minutes of training")
    for point in points:
        low, high = (point.score.points + sign * 1.96 * point.score.error for sign in (-1, 1))
        drawn.append(f'<path d="M{x(point.minutes):.1f} {y(low):.1f}V{y(high):.1f}" stroke="#9bd"/>')
    line = " ".join(f"{x(point.minutes):.1f},{y(point.score.points):.1f}" for point in points)
    drawn.append(f'<polyline points="{line}" fill="none" stroke="#06a" stroke-width="2"/>')
    for point in points:
        across, down = x(point.minutes), y(point.score.points)
        drawn.append(f'<circle cx="{across:.1f}" cy="{down:.1f}" r="3" fill="#06a"/>')
    return "\n".join([*drawn, "</svg>\n"])


def main() -> None:
    """Train a network by the command line."""
    parser = argparse.ArgumentParser(description="Train a network for a rule file by games against itself.")
    parser.add_argument("rules", type=Path, help="the rule file, or a GDL sheet")
    parser.add_argument("--minutes", type=float, default=10, help="the time of training, without the matches")
    parser.add_argument("--out", type=Path, default=Path("out"), help="the folder for network and curve")
    parser.add_argument("--resume", type=Path, help="the network.npz of an earlier run to go on with")
    for name, default in asdict(Settings()).items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=type(default), default=default)
    options = vars(parser.parse_args())
    settings = Settings(**{name: options[name] for name in asdict(Settings())})
    out: Path = options["out"]
    out.mkdir(parents=True, exist_ok=True)
    game = regola.load(options["rules"])
    network = Network(game, settings)
    if options["resume"]:
        network.load(options["resume"])
    title = f"{game.name}: points against search without a network, {settings.playouts} playouts each"

    def report(trained: Trained) -> None:
        trained.network.save(out / "network.npz")
        (out / "curve.json").write_text(json.dumps([asdict(point) for point in trained.points], indent=1))
        (out / "curve.svg").write_text(curve(trained.points, title))
        lines = table(trained.points).split("\n")
        print("\n".join(lines if len(lines) == 2 else lines[-1:]), flush=True)

    trained = train(game, options["minutes"], settings, network=network, report=report)
    for line in ladder(trained, game):
        print(line, flush=True)


if __name__ == "__main__":
    main()
