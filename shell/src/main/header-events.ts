import { type RefObject, useEffect, useEffectEvent } from 'react'

/** What a part of the header does on events, before any listener of a tab. */
interface HeaderHandlers {
  click: (event: MouseEvent) => void
  keydown?: (event: KeyboardEvent) => void
}

/** By the element that contains the target of an event. */
const handlers = new Map<Element, HeaderHandlers>()
/** Keys that press a button or link, or move between tabs. */
const PRESSES = ['Enter', ' ', 'ArrowLeft', 'ArrowRight', 'Home', 'End']

// Of this module, which runs before the code of any tab: the first listeners of the window precede all others.
window.addEventListener('click', (event) => handle('click', event), true)
window.addEventListener('keydown', (event) => handle('keydown', event), true)
for (const name of ['keydown', 'keypress', 'keyup', 'touchstart', 'touchend'] as const) {
  window.addEventListener(name, protect, { capture: true, passive: true })
}

/**
 * Handles presses in a part of the header. A tab that stops or cancels events of the whole page cannot prevent them.
 *
 * @param part its ref
 */
export function useHeaderEvents(part: RefObject<Element | null>, { click, keydown }: HeaderHandlers): void {
  const onClick = useEffectEvent(click)
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => keydown?.(event))
  useEffect(() => {
    const element = part.current
    if (!element) return
    handlers.set(element, { click: (event) => onClick(event), keydown: (event) => onKeyDown(event) })
    return () => void handlers.delete(element)
  }, [part])
}

function handle<Name extends keyof HeaderHandlers>(
  name: Name,
  event: Parameters<NonNullable<HeaderHandlers[Name]>>[0],
) {
  for (const handler of handlersOf(event)) handler[name]?.(event as never)
}

function handlersOf({ target }: Event): HeaderHandlers[] {
  if (!(target instanceof Node)) return []
  return [...handlers].flatMap(([element, handler]) => (element.contains(target) ? [handler] : []))
}

/** Keeps a key or touch from the tabs, which could cancel the press that follows from it. */
function protect(event: KeyboardEvent | TouchEvent): void {
  const isPress = !('key' in event) || (PRESSES.includes(event.key) && !hasModifier(event))
  if (isPress && handlersOf(event).length > 0) event.stopImmediatePropagation()
}

/** Whether a press or key has a modifier, so that it belongs to the browser: Ctrl opens a link in a new tab. */
export function hasModifier({
  altKey,
  ctrlKey,
  metaKey,
  shiftKey,
}: Pick<MouseEvent, 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>): boolean {
  return altKey || ctrlKey || metaKey || shiftKey
}
