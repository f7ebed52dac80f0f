// Records runs of the simulated world, for the Swift replica to do the same (Tests/ReplicaTests/TraceTests):
//
//     node Tests/Web/support/record-traces.mjs > Tests/Vectors/replica/trace-simulated.json
//
// For whoever changes the machine on purpose, in both languages.
import { Simulation } from "./simulation.mjs";

const SEEDS = [20, 82];
const STEPS_MAX = 50;

const traces = [];
for (const seed of SEEDS) {
  const simulation = new Simulation(seed, 2);
  /** @type {Set<any>} every life of every device, from its start to its end */
  const lives = new Set();
  for (let step = 0; step < 40; step += 1) {
    await simulation.step();
    for (const { trace } of simulation.devices) lives.add(trace);
  }
  // The liveliest ones say most.
  const kept = [...lives].filter(({ steps }) => steps.length > 20);
  kept.sort((left, right) => kinds(right) - kinds(left));
  for (const trace of kept.slice(0, 3)) traces.push({ ...trace, steps: trace.steps.slice(0, STEPS_MAX) });
}
const lines = traces.map(({ steps, ...trace }) => {
  const head = JSON.stringify(trace).slice(0, -1);
  return `${head},"steps":[\n${steps.map((step) => JSON.stringify(step)).join(",\n")}\n]}`;
});
process.stdout.write(`[\n${lines.join(",\n")}\n]\n`);

/** How many kinds of things happen in a trace. */
function kinds({ steps }) {
  const said = ({ event, outputs }) => [event.type, event.message?.t, ...outputs.map(({ type }) => type)];
  return new Set(steps.flatMap(said)).size;
}
