// node lighthouse.mjs PORT ADDRESS...: the four scores of each page, as JSON by address, from the
// Chromium that listens for its debugger on a port.
import lighthouse from "lighthouse";

const [port, ...addresses] = process.argv.slice(2);
const scores = {};
for (const address of addresses) {
  const { lhr } = await lighthouse(address, { port: Number(port), logLevel: "error" });
  const failed = Object.values(lhr.audits).filter((audit) => audit.score !== null && audit.score < 1);
  scores[address] = {
    ...Object.fromEntries(Object.values(lhr.categories).map((each) => [each.id, Math.round(each.score * 100)])),
    failed: failed.map((audit) => `${audit.id}: ${audit.displayValue ?? audit.title}`),
  };
}
console.log(JSON.stringify(scores));
