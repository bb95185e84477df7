/* Page of a live table: the felt comes by the stream, the player's own part when a change concerns it (docs/live.md). */
import { arrived } from "../landing.js";
import { connect } from "./connection.js";
import { startCountdown } from "./countdown.js";
import { takePartInExchange } from "./exchange.js";
import { felt, live, own } from "./parts.js";

addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
arrived(live);
startCountdown(felt());
connect();
if (own()) takePartInExchange();
