/** A question that any person answers and a form-filling program mostly does not. */
type PlainQuestion = { id: string; text: string; answers: readonly string[] };

const FIRST: PlainQuestion = { id: "sum", text: "How much is three plus four?", answers: ["7", "seven", "saba"] };

const QUESTIONS: readonly PlainQuestion[] = [
  FIRST,
  { id: "legs", text: "How many legs has a goat?", answers: ["4", "four", "nne"] },
  { id: "week", text: "Which day comes after Monday?", answers: ["tuesday", "jumanne"] },
  {
    id: "tea",
    text: "Chai is a drink made with which leaves?",
    answers: ["tea", "tea leaves", "chai", "majani ya chai"],
  },
  { id: "capital", text: "What is the capital of Kenya?", answers: ["nairobi"] },
];

/** Picks a question. `draw` is a number from 0 up to 1. */
export function pickChallenge(draw: number): { id: string; text: string } {
  return ask(QUESTIONS[Math.floor(draw * QUESTIONS.length)] ?? FIRST);
}

/** The question of an id; undefined when there is none. */
export function findChallenge(id: unknown): { id: string; text: string } | undefined {
  const found = QUESTIONS.find((question) => question.id === id);
  return found && ask(found);
}

/** Whether a question was answered rightly; case, spaces and a full stop don't matter. */
export function isCorrectResponse(id: unknown, answer: unknown): boolean {
  if (typeof answer !== "string") return false;
  const said = answer.trim().toLowerCase().replace(/\.$/, "");
  return QUESTIONS.some((question) => question.id === id && question.answers.includes(said));
}

function ask({ id, text }: PlainQuestion) {
  return { id, text };
}
