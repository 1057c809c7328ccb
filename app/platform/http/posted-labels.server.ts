/** Labels of what people type in the forms of the account and of the desk, by the field's name. Other fields are hidden. */
export const POSTED_LABELS: Record<string, string> = {
  account: "Account",
  address: "Address",
  alias: "Alias",
  authCode: "Transfer code",
  way: "How it was sent back",
  bank: "Bank",
  body: "Text",
  category: "Category",
  client: "Client",
  code: "Code",
  comment: "Your note",
  confirms: "How you know that it is they",
  content: "Text",
  day: "Day",
  demourl: "Demo",
  description: "Description",
  dkim: "Key for signing",
  email: "E-mail",
  excerpt: "Excerpt",
  fulldescription: "Long description",
  githuburl: "Source code",
  ksh: "Shillings",
  link: "Link",
  message: "Message",
  name: "Name",
  next_on: "Next date",
  note: "Note",
  number: "Number",
  paidAt: "Paid at",
  phone: "Phone",
  picture: "Picture",
  pin: "KRA PIN",
  reason: "Reason",
  reference: "Bill number",
  slug: "Address",
  stage: "Stage",
  tags: "Tags",
  takenBy: "Taken by",
  target: "Server",
  technologies: "Technologies",
  text: "Text",
  time: "Time",
  title: "Title",
  token: "Code",
  typed: "Typed to confirm",
  until: "Last day",
  why: "Reason",
  words: "What the customer reads",
  year: "Year",
};
/** A value of several lines, or longer than this, gets a box. */
const LINE_CHARS = 120;
const LONG = ["body", "content", "description", "excerpt", "fulldescription", "note", "text", "words"];

/** Returns how the failure page shows a posted field; empty for a hidden one. */
export function labelOf(name: string, value: string): { label?: string; isLong?: boolean } {
  const label = POSTED_LABELS[name];
  if (label === undefined) return {};
  return { label, isLong: LONG.includes(name) || value.includes("\n") || value.length > LINE_CHARS };
}
