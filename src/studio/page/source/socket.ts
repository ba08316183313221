// Carries texts over a WebSocket, to the program that serves the page.

import type { Carrier, Receiver } from "./carrier";

/** The code with which a server closes a socket that is one too many (RFC 6455, registry of close codes). */
const TRY_AGAIN_LATER = 1013;

export class SocketCarrier implements Carrier {
  readonly longest = 1 << 20;
  readonly hasDisk = true;
  private socket: WebSocket | null = null;

  constructor(private readonly address: string) {}

  connect(receiver: Receiver): void {
    const socket = new WebSocket(this.address);
    socket.addEventListener("open", () => {
      this.socket = socket;
      receiver.opened();
    });
    socket.addEventListener("message", (event) => receiver.said(String(event.data)));
    socket.addEventListener("close", (event) => {
      this.socket = null;
      receiver.closed(event.code === TRY_AGAIN_LATER);
    });
  }

  send(text: string): void {
    this.socket?.send(text);
  }
}
