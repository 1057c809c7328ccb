import { expect, test } from "vitest";
import { measure, metrics } from "./metrics.server.ts";

test("a module that is loaded anew brings its measure again, and the new one is asked", async () => {
  for (const value of [1, 2]) {
    measure({
      name: "mtandao_of_a_test",
      help: "Which of the two is asked",
      collect() {
        this.set(value);
      },
    });
  }
  expect(await metrics.getSingleMetricAsString("mtandao_of_a_test")).toMatch(/\nmtandao_of_a_test 2$/);
});
