import { HttpResponse, http } from "msw";
import { malformed, unknownCall } from "../malformed.ts";

/** Says whether the office is open. `…/office/error500` always returns 500. */
export const officeHandlers = [
  http.get("*/office", ({ request }) =>
    request.headers.get("Accept")?.includes("application/json")
      ? HttpResponse.json({ isOpen: true, until: "17:00" })
      : malformed(request, "the header Accept must ask for application/json"),
  ),
  http.get("*/office/error500", () => HttpResponse.json({ message: "Internal error." }, { status: 500 })),
  http.all("*/office", unknownCall),
];
