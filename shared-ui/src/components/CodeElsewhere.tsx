import type { ReactNode } from 'react'
import { countOf, useFound } from '../details/useFound'
import { loaderOf } from '../rows/load-rows'
import { useTab } from '../state/TabRoot'
import { useWait } from '../state/useWait'

/** Pause in typing after which a code is looked for in other places, in milliseconds. */
const PAUSE_MS = 500

/** With all fields of Codigos, which otherwise would request them again. */
const selectCodes = loaderOf('SelectCodes', ['id', 'name', 'userName', 'used', 'date'])

/** Where else a text may be that was searched in vain; the sentence where it is not. */
export type Elsewhere = (text: string, sentence: ReactNode) => ReactNode

interface CodeElsewhereProps {
  /** What was searched in vain. */
  text: string
  sentence: ReactNode
  /** Of the tab. */
  elsewhere: Elsewhere | undefined
}

/** The way to a code that was searched in another tab, or behind filters. */
export function CodeElsewhere({ text, sentence, elsewhere }: CodeElsewhereProps) {
  const { view } = useTab()
  const isCode = useWait(text, PAUSE_MS) !== 'short' && view !== undefined && isLikeCode(text)
  const found = useFound(selectCodes, 'name', isCode ? text : undefined, 1)
  if (countOf(found) === 0) return (isCode && elsewhere?.(text, sentence)) || sentence
  return (
    <span>
      <bdi translate="no">«{text}»</bdi> es un codigo:{' '}
      <a href={`/main?tab=codigos#${new URLSearchParams({ q: text })}`}>verlo en Codigos</a>
    </span>
  )
}

/** Whether a text is hardly a word of a name: a short one has a digit. */
export function isLikeCode(text: string): boolean {
  return /^(?=.*\d|.{9})[^\p{Ll}\s]{3,60}$/u.test(text)
}
