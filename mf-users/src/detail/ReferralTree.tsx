import {
  cellText,
  DetailLink,
  formatNumber,
  isId,
  pointsText,
  RetryButton,
  sentenceOf,
  useRovingFocus,
} from '@canje/shared-ui'
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { lacksTree } from '../api/select-referral-tree'
import { type ReferralTree as Tree, type UserLine, visibleLines } from './referral-tree'
import { isTree, type TreeReading } from './useReferralTree'

interface ReferralTreeProps {
  reading: TreeReading
}

/** The persons that a user referred, and those that they referred, as a tree. */
export function ReferralTree({ reading: { result, isLoading, retry } }: ReferralTreeProps) {
  if (!result) return <p>Cargando…</p>
  if (isTree(result)) return result.children.has(result.root) ? <Lines tree={result} /> : <p>Sin referidos.</p>
  if (lacksTree(result)) return <p>El servidor no ofrece el árbol de referidos.</p>
  return (
    <>
      <p role="status">{sentenceOf(result)}</p>
      <RetryButton fault={result} busy={isLoading} onPress={retry} />
    </>
  )
}

function Lines({ tree }: { tree: Tree }) {
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
          <Line key={line.key} line={line} onToggle={() => toggle(line)} />
        ) : (
          <div key={line.key} style={indented(line)}>
            y {formatNumber(line.missing)} más
          </div>
        ),
      )}
    </div>
  )
}

interface LineProps {
  line: UserLine
  onToggle: () => void
}

function Line({ line, onToggle }: LineProps) {
  const { user, level, place, siblings, isExpanded } = line
  const name = cellText(user.name)
  const subject = isId(user.id) ? { id: user.id } : name === '' ? undefined : { name }

  function press({ target }: MouseEvent) {
    if (!(target as Element).closest('button')) onToggle()
  }

  function handleKey(event: KeyboardEvent<HTMLElement>) {
    const { key, target, currentTarget } = event
    if (target !== currentTarget) return
    if (key === 'Enter') currentTarget.querySelector('button')?.click()
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
        <DetailLink slot="detalle:usuario" subject={subject} tabIndex={-1}>
          <bdi translate="no">{name || 'Sin nombre'}</bdi>
        </DetailLink>{' '}
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
