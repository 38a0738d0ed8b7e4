import type { MouseEvent } from 'react'
import { Highlight } from './Highlight'

const NO_WORDS: readonly string[] = []

interface CellTextProps {
  text: string
  /** The words of a search, to be marked. */
  words?: readonly string[]
  /** Makes the text a button. */
  onPress?: ((press: MouseEvent<HTMLButtonElement>) => void) | undefined
}

/** The text of a cell: direction-isolated, in one line; the theme shows a cut text in full on hover and focus. */
export function CellText({ text, words = NO_WORDS, onPress }: CellTextProps) {
  if (onPress)
    return (
      <button type="button" className="cell-text cell-link" tabIndex={-1} onClick={onPress}>
        <bdi>
          <Highlight text={text} words={words} />
        </bdi>
      </button>
    )
  return (
    <bdi className="cell-text">
      <Highlight text={text} words={words} />
    </bdi>
  )
}
