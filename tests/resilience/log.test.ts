import { expect, test } from "vitest";
import { contactFields, httpRequest, newVisitor, postForm, sendBytes } from "./request.ts";
import { freePorts, readOutbox, runSite } from "./run-site.ts";

/** Text that occurs only in a query, a form, a header or a cookie. */
const SECRET = "siri-yangu";
const EMAIL = `${SECRET}@example.co.ke`;
const query = `email=${encodeURIComponent(EMAIL)}&token=${SECRET}`;
const headers = {
  Cookie: `sb-auth-token=base64-${SECRET}; flash=${SECRET}`,
  Authorization: `Bearer ${SECRET}`,
  Referer: `https://example.co.ke/?${query}`,
  "User-Agent": `${SECRET} \t`,
};

test("every line of the log is one JSON object, without a query string, an e-mail address or a token", async () => {
  const { PORT: metricsPort } = await freePorts();
  const site = await runSite("sandbox", { LOG_LEVEL: "trace", METRICS_PORT: metricsPort });
  const paths = ["/", "/contact", "/domains", "/domains.data", "/nothing", "/readyz", "/favicon.svg", "/refused"];
  for (const path of paths) await httpRequest(site, `${path}?${query}&q=${SECRET}.com`, { headers });
  for (const path of [
    "/%0d%0aevent:forged",
    "/%1b[31mred",
    "/%00",
    "/%E2%80%AE",
    `/${"a".repeat(9_000)}`,
    "/%E0%A4%A",
    `/newsletter/confirm%3Ftoken=${SECRET}`,
    `/newsletter/unsubscribe%3ftoken=${SECRET}`,
  ]) {
    await httpRequest(site, path);
  }
  for (const start of ["GET /\x1b[31mred", "GET /\x80\xff", `GET http://evil.example/?${query}`, `BREW /?${query}`]) {
    await sendBytes(site, `${start} HTTP/1.1\r\nHost: localhost\r\nX-Odd: \x1b[2J\tx\r\nConnection: close\r\n\r\n`);
  }
  for (const email of [EMAIL, `fail@${EMAIL.split("@")[1]}`, `refuse@${SECRET}.co.ke`, SECRET]) {
    const fields = contactFields({ email, name: "Njeri\r\nevent: forged", message: `${SECRET}\x1b[31m` });
    await postForm(site, `/contact?${query}`, fields, { ...newVisitor(), Referer: headers.Referer });
    await postForm(site, `/contact?${query}`, contactFields({ email, message: SECRET }), newVisitor());
  }
  await postForm(site, `/contact?${query}`, contactFields({ email: EMAIL }), { "Sec-Fetch-Site": "cross-site" });
  await postForm(site, `/contact?${query}`, `email=${SECRET}`.repeat(10_000));
  await postForm(site, `/contact?${query}`, JSON.stringify({ EMAIL }), { "Content-Type": "application/json" });
  await httpRequest(site, `/domains?q=error500-${SECRET}.com`);
  // Mails have log lines too, refused ones included.
  await readOutbox(site);
  const measured = await httpRequest({ port: Number(metricsPort) }, "/metrics");
  expect((await httpRequest({ port: Number(metricsPort) }, "/")).status).toBe(404);
  expect(await site.stop("SIGTERM")).toBe(0);

  const written = site.output().trimEnd().split("\n");
  const lines = written.filter((line) => !line.startsWith("Mtandao is at "));
  expect(lines.length).toBe(written.length - 1);
  const events = lines.map((line) => JSON.parse(line));
  for (const [index, line] of lines.entries()) {
    expect(events[index]).toMatchObject({
      level: expect.any(String),
      time: expect.any(String),
      event: expect.any(String),
    });
    expect(line).not.toContain(SECRET);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
    expect(line).not.toMatch(/\?|\w@\w|[\x00-\x1f\x7f]|forged":/);
    expect(line.length).toBeLessThan(1_000);
  }
  expect(events.map(({ event }) => event)).toEqual(expect.arrayContaining(["mail sent", "mail not sent"]));
  const started = events.find((event) => event.event === "started");
  const address = `http://127.0.0.1:${site.port}`;
  expect(started).toMatchObject({ mode: "sandbox", address, off: { "kept by a CDN": "CDN is not 1" } });
  expect(started.on).toContain("WHOIS of .ke");
  const replies = events.filter((event) => event.event === "reply");
  expect(replies).toContainEqual(
    expect.objectContaining({ method: "GET", path: "/domains", status: 200, version: started.version }),
  );
  expect(replies).toContainEqual(expect.objectContaining({ method: "POST", path: "/contact", status: 303 }));
  expect(replies.every((event) => /^[\w-]{12}$/.test(event.requestId))).toBe(true);
  // The provider's call has its own line with the request's id; the request's line does not repeat it.
  const call = events.find((event) => event.upstream?.service === "registrar");
  expect(call.upstream).toMatchObject({ service: expect.any(String), status: expect.any(Number) });
  expect(replies.map((event) => event.requestId)).toContain(call.requestId);
  expect(replies.every((event) => event.upstream === undefined && event.err === undefined)).toBe(true);

  // Metrics have routes and not paths as labels, so that no request adds more than one series.
  expect(measured.text).toContain('mtandao_reply_seconds_count{route="/contact",method="POST",status="3xx"}');
  expect(measured.text).toContain('mtandao_security_events_total{event="cross-site post refused"} 1');
  expect(measured.text).toMatch(/mtandao_waiting\{what="orders"\} \d+$/m);
  expect(measured.text).toContain('mtandao_upstream_seconds_count{service="registrar",kind="ok"}');
  const routes = new Set([...measured.text.matchAll(/route="([^"]+)"/g)].map(([, route]) => route));
  const ours = ["/", "/contact", "/domains", "/domains.data", "/newsletter/confirm", "/newsletter/unsubscribe"];
  expect([...routes].sort()).toEqual([...ours, "/refused", "other"]);
  expect(measured.text).not.toMatch(new RegExp(`${SECRET}|@|forged|aaaa`));
});
