import { expect, test } from "vitest";
import { meta } from "./refused.tsx";

test.each([
  [404, "Not Found"],
  [403, "Not accepted"],
  [413, "Not accepted"],
])("titles the page of a %i response %s", (status, title) => {
  const error = { status, statusText: "", internal: false, data: null };
  const given = { matches: [], error } as unknown as Parameters<typeof meta>[0];
  expect(JSON.stringify(meta(given))).toContain(`{"title":"${title}`);
});
