/* One stream of a table for all tabs of a browser: browsers allow six HTTP/1.1 connections to a host, and a seventh tab must work too. One tab leads: it
   has the stream, and passes on what comes. When it is closed another leads. Where a browser has no locks each page has a stream of its own. */
const SLOTS = ["1", "2", "3", "4"]; // streams of one browser, of whatever tables: the rest of the six is for requests

const canShare = () => Boolean(globalThis.navigator?.locks && globalThis.BroadcastChannel);

export class SharedStream {
  /* `name` is that of the table in a language. `open` and `close` are this page's stream; `receive` is what came to another page. */
  constructor(name, { open, close, receive }) {
    Object.assign(this, { name, open, close, receive, waiting: null, leave: null });
    this.channel = canShare() ? new BroadcastChannel(name) : null;
    if (this.channel) this.channel.onmessage = ({ data }) => receive(data);
  }

  /* Tells the other tabs what came, where this one leads. */
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

  /* Leads no more, and waits for no turn. */
  part() {
    this.waiting?.abort();
    this.waiting = null;
    this.leave?.();
    if (!this.channel) this.close();
  }

  /* Whether this page may renew its stream. */
  get isLeading() {
    return !this.channel || this.leave !== null;
  }

  async lead(signal) {
    for (const slot of SLOTS) {
      const isDone = await navigator.locks.request(`ligalo.streams.${slot}`, { ifAvailable: true }, (lock) => lock && this.streaming(signal));
      if (isDone) return;
    }
    await new Promise((resolve) => signal.addEventListener("abort", resolve)); // no stream is left: the pages ask
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
