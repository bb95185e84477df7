/* One stream of a table for all tabs of a browser: browsers allow six HTTP/1.1 connections per host, and a seventh tab must work too.
   The leading tab has the stream and passes its messages on; when it is closed, another one leads. Without Web Locks and
   BroadcastChannel each page has its own stream. */
const SLOTS = ["1", "2", "3", "4"]; // streams per browser, for all tables: the other two connections are for requests

const canShare = () => Boolean(globalThis.navigator?.locks && globalThis.BroadcastChannel);

export class SharedStream {
  /* `name`: the table in a language. `open` and `close` control this page's stream; `receive` gets messages from another page. */
  constructor(name, { open, close, receive }) {
    Object.assign(this, { name, open, close, receive, waiting: null, leave: null });
    this.channel = canShare() ? new BroadcastChannel(name) : null;
    if (this.channel) this.channel.onmessage = ({ data }) => receive(data);
  }

  /* Passes a message on to the other tabs if this one leads. */
  pass(message) {
    if (this.leave) this.channel?.postMessage(message);
  }

  /* Leads as soon as no other tab does. */
  async join() {
    if (!this.channel) {
      this.open();
      return;
    }
    if (this.waiting) return;
    this.waiting = new AbortController();
    const { signal } = this.waiting;
    try {
      await navigator.locks.request(this.name, { signal }, () => this.lead(signal));
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /* Stops leading, or waiting to lead. */
  part() {
    this.waiting?.abort();
    this.waiting = null;
    this.leave?.();
    if (!this.channel) this.close();
  }

  /* True if this page may renew its stream. */
  get isLeading() {
    return !this.channel || this.leave !== null;
  }

  async lead(signal) {
    for (const slot of SLOTS) {
      const isDone = await navigator.locks.request(`ligalo.streams.${slot}`, { ifAvailable: true }, (lock) => lock && this.streaming(signal));
      if (isDone) return;
    }
    await new Promise((resolve) => signal.addEventListener("abort", resolve)); // no stream is free: the pages poll
  }

  async streaming(signal) {
    if (signal.aborted) return true;
    const left = new Promise((resolve) => { this.leave = resolve; });
    this.open();
    await left;
    this.leave = null;
    this.close();
    return true;
  }
}
