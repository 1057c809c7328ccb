import { expect, test } from "vitest";
import { acceptsLongForm, acceptsMultipart, maxFields } from "./read-body.server.ts";

const FILE = { long: true, multipart: true, fields: 100 };
const SIGN_IN_AGAIN = { long: true, multipart: true, fields: 1100 };
const PARTS = { long: false, multipart: true, fields: 100 };
const LONG = { long: true, multipart: false, fields: 100 };
const MANY_FIELDS = { long: false, multipart: false, fields: 1100 };
const PLAIN = { long: false, multipart: false, fields: 100 };

test.each([
  ["/dashboard/domains/mamamboga.co.ke/dns/import", FILE],
  ["/dashboard/domains/mamamboga.co.ke/dns/import.data?_routes=x", FILE],
  ["/dashboard/domains/a%2Fb/dns/import?x=/y", FILE],
  ["/login/again?redirectTo=%2Fx", SIGN_IN_AGAIN],
  ["/login/again.data", SIGN_IN_AGAIN],
  ["/newsletter/one-click?token=x", PARTS],
  ["/dashboard/domains/mamamboga.co.ke/dns/selection", MANY_FIELDS],
  ["/dashboard/domains/mamamboga.co.ke/dns/selection.data?_routes=x", MANY_FIELDS],
  ["/desk/import", FILE],
  ["/desk/import/x", PLAIN],
  ["/desk/posts/new", FILE],
  ["/desk/projects/new", FILE],
  ["/desk/newsletter/new", LONG],
  ["/login/step?redirectTo=%2Fdesk", FILE],
  ["/desk/posts", PLAIN],
  ["/dashboard/domains/mamamboga.co.ke/dns/export", PLAIN],
  ["/dashboard/domains/mamamboga.co.ke/dns/add", PLAIN],
  ["/dashboard/domains/mamamboga.co.ke/dns/import/more", PLAIN],
  ["/dashboard/domains/mamamboga.co.ke/dns/selection/more", PLAIN],
  ["/dashboard/domains/a/b/dns/import", PLAIN],
  ["/x/dashboard/domains/a/dns/import", PLAIN],
  ["/newsletter/one-click/more", PLAIN],
  ["/contact?/login/again", PLAIN],
  ["/contact?/dns/selection", PLAIN],
  ["", PLAIN],
])("a form for %j has the limits %j", (url, limits) => {
  expect({ long: acceptsLongForm(url), multipart: acceptsMultipart(url), fields: maxFields(url) }).toEqual(limits);
});
