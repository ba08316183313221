// Carries texts over a WebSocket, to the program that serves the page.

import type { Carrier, Receiver } from "./carrier";

export class SocketCarrier implements Carrier {
  private socket: WebSocket | null = null;

  constructor(private readonly address: string) {}

  connect(receiver: Receiver): void {
    const socket = new WebSocket(this.address);
    socket.addEventListener("open", () => {
      this.socket = socket;
      receiver.opened();
    });
    socket.addEventListener("message", (event) => receiver.said(String(event.data)));
    socket.addEventListener("close", () => {
      this.socket = null;
      receiver.closed();
    });
  }

  send(text: string): void {
    this.socket?.send(text);
  }
}
