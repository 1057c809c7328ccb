/** Imports whose process is killed, or whose services fail. Source: docs/product/desk.md, "Import". */
import { describe, expect, test, vi } from "vitest";
import { importTurn } from "#app/imports/run.server.ts";
import {
  aClaimLater,
  accounts,
  countsOf,
  database,
  fileOf,
  HEAD,
  lineOf,
  logOf,
  mark,
  markAnew,
  names,
  press,
  run,
  runToTheEnd,
  textOf,
  upload,
} from "./desk-import-fixtures.ts";

type Fault = "none" | "lost-call" | "lost-answer" | Response;
/** Does what `fault` says about each step of a line: the call gets lost, or its answer, or there is another answer. */
async function withFaults(fault: (step: string, body: string) => Fault, work: () => Promise<unknown>) {
  vi.mocked(console.error).mockImplementation(() => {});
  const send = globalThis.fetch;
  const spy = vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    const [step] = /generate_link|finish_import_line|claim_import_line/.exec(request.url) ?? [];
    const kind = step ? fault(step, await request.clone().text()) : "none";
    if (kind instanceof Response) return kind;
    if (kind === "lost-call") throw new TypeError("fetch failed");
    const response = await send(request);
    if (kind === "lost-answer") throw new TypeError("fetch failed");
    return response;
  });
  await work();
  spy.mockRestore();
  vi.mocked(console.error).mockClear();
}

describe("an import that is killed", () => {
  test.each(["lost-call", "lost-answer"] as const)("at every step by a %s goes on where it stopped", async (kind) => {
    const path = await upload(fileOf(6, 2));
    await press(path, "start-import");
    // Each step of each line fails the first time.
    const failed = new Set<string>();
    await withFaults(
      (step, body) => {
        const key = step === "claim_import_line" ? `claim ${failed.size}` : `${step} ${body}`;
        if (failed.has(key)) return "none";
        failed.add(key);
        return kind;
      },
      async () => {
        for (let turn = 0; turn < 30; turn += 1) {
          await run();
          await aClaimLater();
        }
      },
    );
    await runToTheEnd();
    expect(await countsOf(path)).toEqual({
      "New customers": 3,
      "Known customers": 0,
      "New names": 6,
      "Unchanged lines": 0,
      "Lines with errors": 0,
    });
    expect([(await accounts()).length, (await names()).length]).toEqual([3, 6]);
    expect([(await logOf("person-imported")).length, (await logOf("domain-added")).length]).toEqual([3, 6]);
  });

  test("several processes import each line once, even if calls and responses are lost", async () => {
    for (let schedule = 0; schedule < 5; schedule += 1) {
      markAnew();
      const path = await upload(fileOf(20, 3));
      await press(path, "start-import");
      await withFaults(
        () => (["none", "none", "none", "lost-call", "lost-answer"] as const)[Math.floor(Math.random() * 5)] ?? "none",
        async () => {
          for (let turn = 0; turn < 8; turn += 1) {
            await Promise.all([run(), run(), run()]);
            await aClaimLater();
          }
        },
      );
      await runToTheEnd();
      expect(await countsOf(path)).toEqual({
        "New customers": 7,
        "Known customers": 0,
        "New names": 20,
        "Unchanged lines": 0,
        "Lines with errors": 0,
      });
      expect([(await accounts()).length, (await names()).length]).toEqual([7, 20]);
      expect([(await logOf("person-imported")).length, (await logOf("domain-added")).length]).toEqual([7, 20]);
    }
  });

  test("by a stop of the server ends after the line in hand", async () => {
    const path = await upload(fileOf(5));
    await press(path, "start-import");
    const stopping = new AbortController();
    await withFaults(
      () => {
        stopping.abort();
        return "none";
      },
      () => importTurn(stopping.signal, 600),
    );
    expect((await names()).length).toBe(1);
    await runToTheEnd();
    expect((await names()).length).toBe(5);
  });
});

test("an auth service that is down fails no line, and an address that it refuses fails its own", async () => {
  const path = await upload(`${fileOf(3)}\r\nfail-${mark}@example.co.ke,F,,fail-${mark}.co.ke,2027-12-31`);
  await press(path, "start-import");
  await withFaults(() => "lost-call", run);
  expect(await countsOf(path)).toMatchObject({ "Lines with errors": 0 });
  const refused = { code: 400, error_code: "email_address_invalid", msg: "Email address is invalid" };
  await withFaults(
    (step, body) =>
      step === "generate_link" && body.includes("fail-") ? Response.json(refused, { status: 400 }) : "none",
    runToTheEnd,
  );
  expect(await countsOf(path)).toMatchObject({ "New names": 3, "Lines with errors": 1 });
  expect(await textOf(path)).toContain("Line 5email: We cannot send mail to this address.");
});

test("a line that an account cannot be made for fails after 20 tries", async () => {
  const path = await upload(`${HEAD}\n${lineOf(1)}`);
  await press(path, "start-import");
  await database.query("update import_lines set attempts = 19");
  await withFaults((step) => (step === "generate_link" ? "lost-call" : "none"), run);
  expect(await textOf(path)).toContain("Line 2The account could not be made.");
});
