/** The choices of the school form. The schema is in another file, so that browsers do not load Zod. */

/** Roles. The last three are the same role for the agency; the label is stored too. */
export const ROLES = [
  { label: "Headteacher", role: "headteacher" },
  { label: "Teacher", role: "teacher" },
  { label: "Administrator", role: "administrator" },
  { label: "Student", role: "other" },
  { label: "Parent", role: "other" },
  { label: "Other", role: "other" },
] as const;

/** The preselected role. */
export const DEFAULT_ROLE = "Headteacher";

const NOT_CHOSEN = { value: "", label: "Select..." } as const;

/** Numbers of students. */
export const STUDENTS = [
  NOT_CHOSEN,
  { value: "1-100", label: "1-100" },
  { value: "101-300", label: "101-300" },
  { value: "301-500", label: "301-500" },
  { value: "500+", label: "500+" },
] as const;

/** What the school needs most. */
export const INTERESTS = [
  NOT_CHOSEN,
  { value: "cbc", label: "CBC Support" },
  { value: "exams", label: "Exam Preparation" },
  { value: "fees", label: "Fee Management" },
  { value: "reports", label: "Automated Reports" },
] as const;
