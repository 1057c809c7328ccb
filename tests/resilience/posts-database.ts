import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";

type Row = Record<string, unknown>;

/** Returns a row of the table of posts. */
export function postRow(changes: Row = {}): Row {
  return {
    slug: "a-post",
    title: "A post",
    excerpt: null,
    content: "Its text.",
    image_url: null,
    category: "Business",
    created_at: "2026-11-12T06:30:00+00:00",
    ...changes,
  };
}

/** A hosted database as far as the blog uses it (PostgREST's URLs), whose rows and status a test can change. */
export async function servePosts(rows: Row[]) {
  const state: { rows: Row[]; status: number; body?: string; calls: string[] } = { rows, status: 200, calls: [] };
  const server = createServer((req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? "/", "http://x");
    state.calls.push(decodeURIComponent(pathname + req.url?.slice(pathname.length)));
    const found = state.rows.filter((row) => matches(row, searchParams));
    const from = Number(searchParams.get("offset") ?? 0);
    const part = found.slice(from, from + Number(searchParams.get("limit") ?? 1000));
    res.writeHead(state.status, {
      "Content-Type": "application/json",
      "Content-Range": `${part.length ? `${from}-${from + part.length - 1}` : "*"}/${found.length}`,
    });
    // A search is a call of a function, which returns the page and the number of posts.
    const reply = pathname.endsWith("/rpc/find_posts") ? { total: state.rows.length, posts: state.rows } : part;
    res.end(state.body ?? JSON.stringify(state.status === 200 ? reply : { message: "no", code: "XX000" }));
  }).listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  afterAll(() => server.close());
  return Object.assign(state, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

function matches(row: Row, params: URLSearchParams): boolean {
  return ["slug", "category"].every((column) =>
    params.getAll(column).every((filter) => {
      const [, operator, value] = /^(\w+)\.(.*)$/s.exec(filter) ?? [];
      return operator === "neq" ? row[column] !== value : row[column] === value;
    }),
  );
}
