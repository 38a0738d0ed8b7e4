import { type MouseEvent, useState } from 'react'

/**
 * The open rows, which the theme shows with all cells on a phone's cards. A press opens and closes them, the focus does
 * not: a card that closed while another one is pressed would move it.
 *
 * @param keys identify the rows, in their order
 */
export function useOpenCards(keys: readonly string[]) {
  const cards = numbered(keys)
  const [open, setOpen] = useState<readonly string[]>([])

  function toggle({ target }: MouseEvent) {
    const row = target instanceof Element && !target.closest('a, button') && target.closest('tr')
    const key = row ? cards[row.sectionRowIndex] : undefined
    if (key === undefined) return
    setOpen(open.includes(key) ? open.filter((other) => other !== key) : [...open, key])
  }

  return { isOpen: (index: number) => open.includes(cards[index] ?? ''), handlers: { onClick: toggle } }
}

/** Tells rows with the same key apart: they are numbered in their order. */
function numbered(keys: readonly string[]): string[] {
  const counts = new Map<string, number>()
  return keys.map((key) => {
    const number = (counts.get(key) ?? 0) + 1
    counts.set(key, number)
    return `${number} ${key}`
  })
}
