import {
  type FocusEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

/** Time after a change of the rows in which presses are ignored that were aimed at earlier rows, in milliseconds. */
const SETTLE_MS = 1_500
/** The same for a touch, whose aim is unknown before, on any row that has changed. */
const TOUCH_MS = 500
/** Pointer movement after which a press is intentional, in CSS pixels. */
const SETTLE_PX = 8
/** Rows that replace others this soon after a change of the view were asked for, in milliseconds. */
const ASKED_MS = 500
/** Interval at which the rows are checked that wait, in milliseconds. */
const POLL_MS = 100
/** How long the note of an ignored press is shown, in milliseconds. */
const NOTE_MS = 3_000

/** The `button` of a mouse event by which a link opens in another tab. */
const MIDDLE_BUTTON = 1

const NOTE = 'Espere un momento: la lista acaba de cambiar.'

interface Pointer {
  clientX: number
  clientY: number
  /** The row under it. */
  row: number
}

/** A change of rows that nobody asked for at that moment, such as by a deletion or a slow response. */
interface Shift {
  before: readonly string[]
  /** By `performance.now()`. */
  at: number
  /** The pointer at that time, if it was over a row; undefined once it has moved away. */
  pointer: Pointer | undefined
  /** The row that had been pressed or focused last. */
  held: number | undefined
}

/** What was pressed, until it is released. */
interface Press {
  row: number
  key: string | undefined
  isTarget: boolean
}

/**
 * Ignores presses in rows that were aimed at the rows before: when other rows have just taken their places, and when they
 * do so while a button is held down. It shows which rows wait, and says when it has ignored a press. A row is whatever
 * others may replace, such as a receipt.
 *
 * @param region the element that contains the rows
 * @param keys identify the displayed rows, in their order; undefined while there are none
 * @param view identifies the page, order and search that the person asked for
 * @param indexOf finds the row of an element in the region; by default, in one table body
 * @returns handlers for an element around the region, and what to show
 */
export function useMisclickGuard(
  region: RefObject<HTMLElement | null>,
  keys: readonly string[] | undefined,
  view = '',
  indexOf: (element: Element) => number | undefined = indexInBody,
) {
  const [settling, setSettling] = useState<readonly number[]>([])
  const [note, setNote] = useState({ text: '', serial: 0 })
  const shifts = useRef<readonly Shift[]>([])
  const pointer = useRef<Pointer>(undefined)
  const held = useRef<number>(undefined)
  const press = useRef<Press>(undefined)
  const shown = useRef({ keys, view, askedAt: Number.NEGATIVE_INFINITY })

  function rowOf(target: EventTarget | null): number | undefined {
    return target instanceof Element && region.current?.contains(target) ? indexOf(target) : undefined
  }

  function isChanged(row: number | undefined, before: readonly string[]): row is number {
    return row !== undefined && before[row] !== keys?.[row]
  }

  /** Forgets changes that have settled, and finds the rows of which a press would be ignored. */
  function settle() {
    const now = performance.now()
    shifts.current = shifts.current.filter(({ at }) => now - at < SETTLE_MS)
    const rows = shifts.current.flatMap(({ before, pointer, held }) =>
      [pointer?.row, held].filter((row) => isChanged(row, before)),
    )
    setSettling((earlier) => (String(earlier) === String(rows) ? earlier : rows))
  }

  const settleLater = useEffectEvent(settle)
  const follow = useEffectEvent((event: globalThis.PointerEvent) => {
    const { clientX, clientY } = event
    const row = rowOf(event.target)
    pointer.current = row === undefined ? undefined : { clientX, clientY, row }
    if (shifts.current.length === 0) return
    for (const shift of shifts.current) {
      if (shift.pointer && distance(shift.pointer, event) >= SETTLE_PX) shift.pointer = undefined
    }
    settle()
  })

  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    document.addEventListener('pointermove', (event) => follow(event), { signal })
    document.addEventListener('pointerdown', (event) => follow(event), { signal })
    return () => listening.abort()
  }, [])

  // A layout effect, so that no press occurs before it.
  useLayoutEffect(() => {
    const { current: before } = shown
    if (!keys) return
    const now = performance.now()
    const askedAt = before.view === view ? before.askedAt : now
    const isReplaced = before.keys !== undefined && String(before.keys) !== String(keys)
    shown.current = { keys, view, askedAt: isReplaced ? Number.NEGATIVE_INFINITY : askedAt }
    if (!isReplaced || now - askedAt < ASKED_MS) return
    const shift = { before: before.keys ?? [], at: now, pointer: pointer.current, held: held.current }
    shifts.current = [...shifts.current, shift]
    settleLater()
  }, [keys, view])

  useEffect(() => {
    if (settling.length === 0) return
    const timer = setInterval(() => settleLater(), POLL_MS)
    return () => clearInterval(timer)
  }, [settling])

  useEffect(() => {
    if (note.text === '') return
    const timer = setTimeout(() => setNote({ text: '', serial: note.serial }), NOTE_MS)
    return () => clearTimeout(timer)
  }, [note])

  function isMisclick(event: MouseEvent, released: Press | undefined): boolean {
    const row = rowOf(event.target)
    const isTarget = row !== undefined && isPressable(event.target)
    if (isGone(released) && (released?.isTarget || isTarget)) return true
    if (!isTarget) return false
    const now = performance.now()
    return shifts.current.some(({ before, at, pointer, held }) => {
      if (now - at >= SETTLE_MS || !isChanged(row, before)) return false
      if (isMousePress(event)) return pointer?.row === row
      return held === row || (event.detail > 0 && now - at < TOUCH_MS)
    })
  }

  /** Whether the row of a press has lost its place. */
  function isGone(pressed: Press | undefined): boolean {
    return pressed !== undefined && keys?.[pressed.row] !== pressed.key
  }

  function say() {
    setNote(({ serial }) => ({ text: NOTE, serial: serial + 1 }))
  }

  function ignoreMisclick(event: MouseEvent) {
    const released = event.detail > 0 ? press.current : undefined
    press.current = undefined
    if (!isMisclick(event, released)) return
    event.preventDefault()
    event.stopPropagation()
    say()
  }

  return {
    /** The rows of which a press is ignored. */
    settling,
    /** Says that a press was ignored; empty otherwise. */
    note: note.text,
    handlers: {
      onFocusCapture: ({ target }: FocusEvent) => {
        held.current = rowOf(target)
      },
      onPointerDownCapture: ({ target }: PointerEvent) => {
        const row = rowOf(target)
        held.current = row
        press.current = row === undefined ? undefined : { row, key: keys?.[row], isTarget: isPressable(target) }
      },
      onPointerUpCapture: () => {
        // No click follows when the pressed button is gone.
        if (press.current?.isTarget && isGone(press.current)) say()
      },
      onClickCapture: ignoreMisclick,
      onAuxClickCapture: (event: MouseEvent) => {
        if (event.button === MIDDLE_BUTTON) ignoreMisclick(event)
      },
    },
  }
}

function indexInBody(element: Element): number | undefined {
  return element.closest<HTMLTableRowElement>('tbody > tr')?.sectionRowIndex
}

function isPressable(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button') !== null
}

/** `detail` is 0 for a press by keyboard. */
function isMousePress({ detail, nativeEvent }: MouseEvent): boolean {
  return detail > 0 && !('pointerType' in nativeEvent && nativeEvent.pointerType === 'touch')
}

function distance(a: Pick<Pointer, 'clientX' | 'clientY'>, b: Pick<Pointer, 'clientX' | 'clientY'>): number {
  return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY)
}
