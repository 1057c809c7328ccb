import { expect, test } from "vitest";
import { AUTH_TEMPLATES } from "./auth-templates.ts";

test.each(AUTH_TEMPLATES)(
  "the file of the auth service's mail $name is written from the site's own mail template",
  async ({ name, html }) => {
    await expect(html).toMatchFileSnapshot(`../../../supabase/templates/${name}.html`);
  },
);
