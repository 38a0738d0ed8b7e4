import { Highlight } from './Highlight'

const NO_WORDS: readonly string[] = []

interface CellTextProps {
  text: string
  /** The words of a search, to be marked. */
  words?: readonly string[]
}

/** The text of a cell: direction-isolated, in one line; the theme shows a cut text in full on hover and focus. */
export function CellText({ text, words = NO_WORDS }: CellTextProps) {
  return <Highlight className="cell-text" text={text} words={words} />
}
