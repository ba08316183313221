// Work that is done a few at a time, in the order in which it came.

export class Turns {
  private readonly waiting: (() => void)[] = [];

  constructor(private free: number) {}

  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.free += 1;
      else next();
    }
  }
}
