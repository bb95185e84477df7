// The verify page: takes a transcript (pasted, a file, or the one that the page names) and shows every check.
// The transcript stays on the machine: the page only fetches the one that it names, and lines of the public log by number.

import { compared, readCommitment } from "./compared.js";
import { compareKept } from "./kept.js";
import { keptOpenings } from "./openings.js";
import { phrasesIn, worded } from "./phrases.js";
import { Picture } from "./picture.js";
import { readTranscript } from "./reader.js";
import { MalformedError } from "./reading.js";
import { verifyRead } from "./transcript.js";

const CHECKS_OF_A_ROUND = 4;
const TITLES = { burned: "picture-burned", rest: "picture-rest" };
const DRAWN = ["burned", "round-cards", "rest"];

const byId = (id) => document.getElementById(id);

class Page {
  constructor() {
    this.root = byId("verify");
    this.verdict = byId("verify-verdict");
    this.list = byId("verify-checks");
    this.progress = byId("verify-progress");
    this.catalogue = phrasesIn(byId("verify-phrases"));
    this.picture = new Picture(byId("verify-shoe"), this.root.dataset.cards);
    this.run = 0;
  }

  say(phrase, values) {
    return worded(phrase, values, this.catalogue);
  }

  /** Verifies the text or the bytes that `promised` resolves to, with the commitment in the field; a later call ends an earlier one. */
  async verify(promised) {
    const run = (this.run += 1);
    this.clear();
    const typed = byId("commitment").value.trim();
    const given = readCommitment(typed);
    if (typed !== "" && given === null) {
      this.progress.hidden = true;
      this.conclude("no-commitment", {}, "is-wrong");
      return;
    }
    try {
      await this.check(await promised, given ?? "", () => run === this.run);
    } catch (error) {
      if (run === this.run) {
        this.refuse(error);
      }
    }
  }

  clear() {
    this.list.replaceChildren();
    this.picture.clear();
    this.conclude("working", {});
    this.progress.hidden = false;
    this.progress.removeAttribute("value");
  }

  async check(data, given, isCurrent) {
    const begun = performance.now();
    const transcript = readTranscript(data);
    this.progress.max = expected(transcript);
    let last = null;
    let count = 0;
    for await (const check of verifyRead(transcript)) {
      if (!isCurrent()) {
        return;
      }
      last = check;
      count += 1;
      this.progress.value = count;
      this.show(check, transcript);
    }
    const kept = await compareKept(transcript, keptOpenings());
    if (!isCurrent()) {
      return;
    }
    for (const check of kept) {
      this.show(check, transcript);
    }
    const numbers = { count, cards: cardsIn(transcript), seconds: written((performance.now() - begun) / 1000) };
    const first = [last, ...kept].find(({ passed }) => !passed) ?? last;
    const hashAt = (n) => hashInLog(this.root.dataset.logUrl, n);
    const found = first.passed ? await compared(transcript, given, hashAt, kept) : null;
    if (isCurrent()) {
      this.finish(first, numbers, endings(transcript), found);
    }
  }

  /**
   * `first` is the first difference, or the last check. `others` are sentences about rounds with an unusual end; `found` is what the
   * transcript was compared with.
   */
  finish(first, numbers, others, found) {
    this.progress.hidden = true;
    if (!first.passed) {
      this.conclude("one-wrong", { check: this.lineOf(first) }, "is-wrong");
    } else if (found.passed === false) {
      this.conclude(...found.sentences[0], "is-wrong");
    } else {
      this.conclude("all-right", numbers, found.passed ? "is-right" : "is-open");
      this.verdict.append(...[...found.sentences, ...others].map(([phrase, values]) => ` ${this.say(phrase, withLocalTime(values))}`));
    }
    this.list.scrollTop = first.passed ? 0 : this.list.scrollHeight;
    this.verdict.scrollIntoView({ block: "nearest" });
    this.goToRound();
  }

  lineOf(check) {
    return `${this.say(...check.subject)}: ${this.say(...check.detail)}`;
  }

  conclude(phrase, values, look = "") {
    this.verdict.className = `verdict ${look}`.trim();
    this.verdict.textContent = this.say(phrase, values);
  }

  refuse(error) {
    this.progress.hidden = true;
    if (error instanceof MalformedError) {
      const problem = this.say(error.phrase, error.values);
      this.conclude("no-transcript", { where: error.where, problem }, "is-wrong");
    } else if (error instanceof LogNotLoaded) {
      this.conclude("log-not-loaded", {}, "is-wrong");
    } else if (error instanceof NotLoaded) {
      this.conclude("not-loaded", {}, "is-wrong");
    } else {
      this.conclude("not-finished", { problem: error.message }, "is-wrong");
      throw error;
    }
  }

  show(check, transcript) {
    const item = document.createElement("li");
    const mark = document.createElement("span");
    mark.className = "visually-hidden";
    mark.textContent = `${this.say(check.passed ? "right" : "wrong")}: `;
    item.append(mark, this.lineOf(check));
    item.className = check.passed ? "is-right" : "is-wrong";
    if (check.nonce !== null) {
      item.dataset.round = check.nonce;
    }
    this.list.append(item);
    if (check.passed ? DRAWN.includes(check.subject[0]) : check.card !== null) {
      this.draw(check, transcript);
    }
  }

  draw({ subject, nonce, card }, { burned, rounds, rest }) {
    const { cards } = [burned, ...rounds, rest][nonce];
    this.picture.add(this.say(TITLES[subject[0]] ?? titleOf(rounds[nonce - 1]), { nonce }), nonce, cards, card);
  }

  /** Scrolls to the round that the address names, as in #round=3. */
  goToRound() {
    const round = /^#round=([0-9]{1,9})$/.exec(location.hash)?.[1];
    if (round !== undefined) {
      this.list.querySelector(`[data-round="${round}"]`)?.scrollIntoView({ block: "center" });
      byId(`shoe-round-${round}`)?.scrollIntoView({ block: "center" });
    }
  }
}

function titleOf({ cancelled, byHouse }) {
  if (cancelled) {
    return "picture-cancelled";
  }
  return byHouse.length > 0 ? "picture-house" : "picture-round";
}

/** Returns the values with the time `at`, if any, in the reader's zone, as pages write times. */
function withLocalTime({ at, ...others }) {
  if (!at) {
    return others;
  }
  const { lang } = document.documentElement;
  const format = new Intl.DateTimeFormat(lang === "en" ? "en-GB" : lang, { dateStyle: "medium", timeStyle: "medium" });
  return { ...others, at: format.format(new Date(at)) };
}

/** Returns sentences about rounds that the house played on or cancelled. */
function endings({ rounds }) {
  const counts = [
    ["house-rounds", rounds.filter(({ byHouse }) => byHouse.length > 0).length],
    ["cancelled-rounds", rounds.filter(({ cancelled }) => cancelled).length],
  ];
  return counts.filter(([, count]) => count > 0).map(([phrase, count]) => [phrase, { count }]);
}

/** Formats seconds in the page's language. */
function written(seconds) {
  return seconds.toLocaleString(document.documentElement.lang, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** The transcript that the page names could not be loaded. */
class NotLoaded extends Error {}

/** Returns the hash of a line of the public log, null if the log has no such line. */
async function hashInLog(address, n) {
  const response = await fetch(address.replace("/0/", `/${n}/`), { credentials: "omit", cache: "no-store" }).catch((error) => {
    throw new LogNotLoaded(address, { cause: error });
  });
  if (response.status === 404) {
    return null;
  }
  if (!response.ok) {
    throw new LogNotLoaded(address);
  }
  return (await response.json()).hash;
}

/** The public log could not be read. */
class LogNotLoaded extends Error {}

async function fetched(url) {
  try {
    const response = await fetch(url, { credentials: "omit", cache: "no-store" });
    if (response.ok) {
      return new Uint8Array(await response.arrayBuffer());
    }
  } catch (error) {
    throw new NotLoaded(url, { cause: error });
  }
  throw new NotLoaded(url);
}

/** Returns the expected number of checks, for the progress bar; a broken round may have one less. */
function expected({ raw, log, burned, rounds, rest, incomplete }) {
  const others = [burned, rest, raw.digest, incomplete].filter((part) => part).length;
  const exchanges = rounds.reduce((sum, { aborted, sealed }) => sum + aborted.length + (sealed ? 1 : 0), 0);
  return 2 + log.length + others + exchanges + CHECKS_OF_A_ROUND * rounds.length;
}

function cardsIn({ burned, rounds, rest }) {
  return [burned, ...rounds, rest].reduce((sum, part) => sum + (part?.cards.length ?? 0), 0);
}

/** Lets the visitor paste, choose or drop a transcript. */
function listen(page, form) {
  const file = byId("transcript-file");
  const bytesOf = async (chosen) => new Uint8Array(await chosen.arrayBuffer());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = byId("transcript").value;
    if (text.trim() === "" && file.files.length === 0) {
      page.conclude("nothing-given", {}, "is-wrong");
    } else {
      page.verify(text.trim() === "" ? bytesOf(file.files[0]) : text);
    }
  });
  file.addEventListener("change", () => file.files.length > 0 && page.verify(bytesOf(file.files[0])));
  form.addEventListener("dragover", (event) => event.preventDefault());
  form.addEventListener("drop", (event) => {
    if (event.dataTransfer.files.length > 0) {
      event.preventDefault();
      page.verify(bytesOf(event.dataTransfer.files[0]));
    }
  });
}

/** Shows the openings that this browser sent and that no table has confirmed. */
function showNotTaken(page) {
  const items = keptOpenings().filter(({ taken }) => !taken).map((one) => {
    const at = new Date(one.at).toLocaleString(document.documentElement.lang);
    const item = document.createElement("li");
    item.textContent = page.say("kept-opening", { ...one, at, number: one.attempt, seat: one.box, hash: one.seals_hash });
    return item;
  });
  byId("verify-not-taken").hidden = items.length === 0;
  byId("verify-not-taken-list").replaceChildren(...items);
}

function start() {
  const page = new Page();
  showNotTaken(page);
  if (!globalThis.crypto?.subtle) {
    page.conclude("no-crypto", {}, "is-wrong");
    return;
  }
  listen(page, byId("transcript").form);
  addEventListener("hashchange", () => page.goToRound());
  if (page.root.dataset.transcriptUrl) {
    page.verify(fetched(page.root.dataset.transcriptUrl));
  }
}

start();
