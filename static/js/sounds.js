/* Sounds of cards, chips and the end of a round, synthesised from noise and tones. Off until a player turns them on; a loss is silent. */
const LOUD = 0.16;
const rate = 44100;
let audio = null;

const isOn = () => document.getElementById("sounds-button")?.getAttribute("aria-pressed") === "true";

function context() {
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
  return audio;
}

/* A card on the felt: a short burst of noise. */
function slide(after) {
  const place = context();
  const length = 0.09;
  const noise = place.createBuffer(1, rate * length, rate);
  const samples = noise.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) samples[at] = (Math.random() * 2 - 1) * (1 - at / samples.length) ** 2;
  const source = new AudioBufferSourceNode(place, { buffer: noise });
  const cloth = new BiquadFilterNode(place, { type: "bandpass", frequency: 2600, Q: 0.7 });
  source.connect(cloth).connect(new GainNode(place, { gain: LOUD })).connect(place.destination);
  source.start(place.currentTime + after);
}

/* A tone that fades: short and high for chips, lower and longer for the end of a round. */
function tone(frequency, after, length, loud = LOUD) {
  const place = context();
  const begins = place.currentTime + after;
  const voice = new OscillatorNode(place, { type: "sine", frequency });
  const fades = new GainNode(place, { gain: 0 });
  fades.gain.setValueAtTime(0, begins);
  fades.gain.linearRampToValueAtTime(loud, begins + 0.008);
  fades.gain.exponentialRampToValueAtTime(0.0001, begins + length);
  voice.connect(fades).connect(place.destination);
  voice.start(begins);
  voice.stop(begins + length);
}

function chip() {
  tone(3100, 0, 0.05, LOUD / 2);
  tone(4300, 0.018, 0.06, LOUD / 2);
}

/* Reads a duration token of the CSS, so that sounds match the movement of the cards. */
function seconds(token) {
  return Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue(token)) / 1000;
}

document.addEventListener("table:dealt", ({ detail: cards }) => {
  if (!isOn()) return;
  const step = seconds("--step");
  for (let turn = 0; turn < cards; turn += 1) slide(turn * step);
  const result = document.querySelector(":is(#table .result, #live .live-result)")?.dataset.result;
  const ends = Math.max(0, cards - 1) * step + seconds("--deal") * 1.6; // when the result is visible, css/components/motion.css
  if (result === "win") [523, 659].forEach((frequency, turn) => tone(frequency, ends + turn * 0.12, 0.4));
  if (result === "push") tone(440, ends, 0.3);
});
document.addEventListener("click", ({ target }) => {
  if (isOn() && target.closest(":is(#table, #live) :is([data-chip], [data-bet])")) chip();
});
