/** The choices of the school form. No schema here: the page draws them, and a phone need not load what checks them. */

/** Who fills the form in. The last three are one role to the agency; the label keeps which one it was. */
export const ROLES = [
  { label: "Headteacher", role: "headteacher" },
  { label: "Teacher", role: "teacher" },
  { label: "Administrator", role: "administrator" },
  { label: "Student", role: "other" },
  { label: "Parent", role: "other" },
  { label: "Other", role: "other" },
] as const;

/** What is chosen before anybody chooses. */
export const DEFAULT_ROLE = "Headteacher";

const NOT_CHOSEN = { value: "", label: "Select..." } as const;

/** How many students a school has. */
export const STUDENTS = [
  NOT_CHOSEN,
  { value: "1-100", label: "1-100" },
  { value: "101-300", label: "101-300" },
  { value: "301-500", label: "301-500" },
  { value: "500+", label: "500+" },
] as const;

/** What would help a school most. */
export const INTERESTS = [
  NOT_CHOSEN,
  { value: "cbc", label: "CBC Support" },
  { value: "exams", label: "Exam Preparation" },
  { value: "fees", label: "Fee Management" },
  { value: "reports", label: "Automated Reports" },
] as const;
