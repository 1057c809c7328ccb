// The floor: node's http and nothing else, a process of its own. node raw-server.js FILE '["Name","value",…]'
// Answers everything with this head and the bytes of the file, and prints its port.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const [, , file, headers] = process.argv;
const body = readFileSync(file);
const head = [...JSON.parse(headers), "Content-Length", String(body.length)];
const server = createServer((_req, res) => {
  res.writeHead(200, head);
  res.end(body);
});
server.listen(0, "127.0.0.1", () => process.stdout.write(`${server.address().port}\n`));
