// What carries texts between the page and a desk, whichever way. Knows nothing of what they mean.

/** Whom a carrier tells of its state and of what it brings. */
export interface Receiver {
  opened(): void;
  /** A text of the desk. */
  said(text: string): void;
  /** `isFull`: the desk's side has no room for another tab. */
  closed(isFull: boolean): void;
}

/** Carries texts to a desk, and its texts back. */
export interface Carrier {
  /** The longest text that it carries to the desk, in bytes. */
  readonly longest: number;
  /** Whether others may change the files of the game behind its back. */
  readonly hasDisk: boolean;
  /** Opens a way to the desk. After `closed` it is opened again by another call. */
  connect(receiver: Receiver): void;
  /** Sends a text; only while it is open. */
  send(text: string): void;
}
