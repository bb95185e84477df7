// A client in JavaScript, written from the served documentation alone: /api/v1/docs and /fairness/.

import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";

const ATTEMPTS = 5;

export class Problem extends Error {
  constructor(status, document) {
    super(`${status} ${document.code}: ${document.detail}`);
    Object.assign(this, { status, code: document.code, errors: document.errors });
  }
}

export class Client {
  #token = null;

  constructor(url, language) {
    this.base = `${url}/api/v1`;
    this.language = language;
  }

  async signIn(email, password) {
    const session = await this.#send("POST", "/auth/login", { email, password });
    this.#token = session.session_token;
    return session;
  }

  get(path, query = {}) {
    const search = new URLSearchParams(query).toString();
    return this.#send("GET", search ? `${path}?${search}` : path);
  }

  // A change has one key for all attempts, so that it is made once.
  change(path, body) {
    return this.#send("POST", path, body, randomUUID());
  }

  verify(body) {
    return this.#send("POST", "/verify", body);
  }

  async *rows(path, query = {}) {
    let cursor = null;
    do {
      const page = await this.get(path, cursor ? { ...query, cursor } : query);
      yield* page.data;
      cursor = page.next;
    } while (cursor !== null);
  }

  async #send(method, path, body, key = null) {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await fetch(this.base + path, {
        method,
        headers: this.#headers(key),
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      const document = await answer.json();
      if (answer.ok) return document;
      const busy = [429, 503].includes(answer.status) || document.code === "in_progress";
      if (!busy || attempt === ATTEMPTS) throw new Problem(answer.status, document);
      await wait(1000 * Number(answer.headers.get("Retry-After") ?? attempt));
    }
  }

  #headers(key) {
    return {
      Accept: "application/json",
      "Accept-Language": this.language,
      "Content-Type": "application/json",
      ...(this.#token && { "X-Session-Token": this.#token }),
      ...(key && { "Idempotency-Key": key }),
    };
  }
}
