// The floor: node's http and nothing else, a process of its own. node raw-server.js FILE [ENCODING]
// Answers everything with the bytes of the file, and prints its port.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const [, , file, encoding] = process.argv;
const body = readFileSync(file);
const head = ["Content-Type", "text/html; charset=utf-8", "Content-Length", String(body.length)];
if (encoding) head.push("Content-Encoding", encoding);
const server = createServer((_req, res) => {
  res.writeHead(200, head);
  res.end(body);
});
server.listen(0, "127.0.0.1", () => process.stdout.write(`${server.address().port}\n`));
