import { matchRanges } from '@canje/large-table'
import type { ReactNode } from 'react'

interface HighlightProps {
  text: string
  /** The words of a search; without any, the text is unchanged. */
  words?: readonly string[]
  className?: string
}

/**
 * A text of the data, direction-isolated, whose matches with a search are marked. Its key makes other matches another
 * element: translations move text nodes, so React could not remove or insert single ones.
 */
export function Highlight({ text, words = [], className }: HighlightProps) {
  const key = words.length === 0 ? undefined : JSON.stringify([text, words])
  return (
    <bdi key={key} className={className} translate="no">
      {words.length === 0 ? text : markedParts(text, words)}
    </bdi>
  )
}

function markedParts(text: string, words: readonly string[]): ReactNode[] {
  const parts: ReactNode[] = []
  let rest = 0
  for (const { start, end } of matchRanges(text, words)) {
    parts.push(text.slice(rest, start), <mark key={start}>{text.slice(start, end)}</mark>)
    rest = end
  }
  return [...parts, text.slice(rest)]
}
