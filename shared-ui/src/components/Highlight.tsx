import { matchRanges } from '@canje/large-table'
import type { ReactNode } from 'react'

interface HighlightProps {
  text: string
  /** The words of a search; without any, the text is unchanged. */
  words: readonly string[]
}

/** A text whose matches with a search are marked. */
export function Highlight({ text, words }: HighlightProps) {
  if (words.length === 0) return text
  const parts: ReactNode[] = []
  let rest = 0
  for (const { start, end } of matchRanges(text, words)) {
    parts.push(text.slice(rest, start), <mark key={start}>{text.slice(start, end)}</mark>)
    rest = end
  }
  return [...parts, text.slice(rest)]
}
