import { cellText, isId } from '@canje/large-table'
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { RetryButton } from '../components/RetryButton'
import { useRovingFocus } from '../components/useRovingFocus'
import { type Detail, userDetail } from '../view/detail'
import { formatNumber, pointsText } from '../view/format'
import { sentenceOf } from '../words/fault-words'
import { type ReferralTree as Tree, type UserLine, visibleLines } from './referral-tree'
import { lacksTree } from './select-referral-tree'
import { isTree, type TreeReading } from './useReferralTree'

interface ReferralTreeProps {
  reading: TreeReading
  onOpen: (detail: Detail) => void
}

/** The persons that a user referred, and those that they referred, as a tree. */
export function ReferralTree({ reading: { result, isLoading, retry }, onOpen }: ReferralTreeProps) {
  if (!result) return <p>Cargando…</p>
  if (isTree(result))
    return result.children.has(result.root) ? <Lines tree={result} onOpen={onOpen} /> : <p>Sin referidos.</p>
  if (lacksTree(result)) return <p>El servidor no ofrece el árbol de referidos.</p>
  return (
    <>
      <p role="status">{sentenceOf(result)}</p>
      <RetryButton busy={isLoading} onPress={retry} />
    </>
  )
}

function Lines({ tree, onOpen }: Pick<ReferralTreeProps, 'onOpen'> & { tree: Tree }) {
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set())
  const list = useRef<HTMLDivElement>(null)
  const roving = useRovingFocus(list, '[role=treeitem]', { isVertical: true })

  function toggle({ key, isExpanded }: UserLine) {
    const others = [...expanded].filter((other) => other !== key)
    if (isExpanded !== undefined) setExpanded(new Set(isExpanded ? others : [...others, key]))
  }

  return (
    <div ref={list} role="tree" className="referral-tree" aria-label="Árbol de referidos" {...roving}>
      {visibleLines(tree, expanded).map((line) =>
        'user' in line ? (
          <Line key={line.key} line={line} onToggle={() => toggle(line)} onOpen={onOpen} />
        ) : (
          <div key={line.key} style={indented(line)}>
            y {formatNumber(line.missing)} más
          </div>
        ),
      )}
    </div>
  )
}

interface LineProps extends Pick<ReferralTreeProps, 'onOpen'> {
  line: UserLine
  onToggle: () => void
}

function Line({ line, onToggle, onOpen }: LineProps) {
  const { user, level, place, siblings, isExpanded } = line
  const name = cellText(user.name)
  const canOpen = isId(user.id) || name !== ''
  const shownName = <bdi translate="no">{name || 'Sin nombre'}</bdi>
  const open = () => onOpen(userDetail(user.id, name))

  function press({ target }: MouseEvent) {
    if (!(target as Element).closest('button')) onToggle()
  }

  function handleKey(event: KeyboardEvent<HTMLElement>) {
    const { key, target, currentTarget } = event
    if (target !== currentTarget) return
    if (key === 'Enter' && canOpen) open()
    else if (key === 'ArrowRight' && isExpanded) focus(currentTarget.nextElementSibling)
    else if (key === 'ArrowLeft' && !isExpanded) focus(parentOf(currentTarget, level))
    else if (key === 'ArrowRight' || key === 'ArrowLeft') onToggle()
    else return
    event.preventDefault()
  }

  return (
    // All lines are siblings, so that a deep tree is not a deep page.
    <div
      role="treeitem"
      tabIndex={-1}
      aria-level={level}
      aria-posinset={place}
      aria-setsize={siblings}
      aria-expanded={isExpanded}
      style={indented(line)}
      onClick={press}
      onKeyDown={handleKey}
    >
      <i
        className={isExpanded ? 'pi pi-chevron-down' : 'pi pi-chevron-right'}
        style={{ visibility: isExpanded === undefined ? 'hidden' : undefined }}
        aria-hidden="true"
      />
      <span>
        {canOpen ? (
          <button type="button" className="detail-link" tabIndex={-1} onClick={open}>
            {shownName}
          </button>
        ) : (
          shownName
        )}{' '}
        · {pointsText(user.points)}
      </span>
    </div>
  )
}

/** Levels that are indented: a chain of referrals must stay in the panel. */
const MAX_INDENT = 8

function indented({ level }: { level: number }) {
  return { paddingLeft: `${0.75 * Math.min(level - 1, MAX_INDENT)}rem` }
}

function focus(element: Element | null): void {
  if (element instanceof HTMLElement) element.focus()
}

function parentOf(line: Element, level: number): Element | null {
  let at = line.previousElementSibling
  while (at && at.getAttribute('aria-level') !== String(level - 1)) at = at.previousElementSibling
  return at
}
