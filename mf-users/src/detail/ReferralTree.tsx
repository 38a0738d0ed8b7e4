import {
  cellKey,
  cellText,
  DetailLink,
  formatNumber,
  isId,
  pointsText,
  RetryButton,
  sentenceOf,
  useFocusFallback,
  useRovingFocus,
} from '@canje/shared-ui'
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { lacksTree, type Referred, type ReferralTree as Tree } from '../api/select-referral-tree'
import type { TreeReading } from './useReferralTree'

/** The persons that a user referred, and those that they referred, as a tree. */
export function ReferralTree(reading: TreeReading) {
  const section = useRef<HTMLElement>(null)
  return (
    <section className="stack detail-section" ref={section} tabIndex={-1} {...useFocusFallback(section)}>
      <h4>Árbol de referidos</h4>
      {contentOf(reading)}
    </section>
  )
}

function contentOf({ tree, failure, isLoading, retry }: TreeReading) {
  if (tree) return tree.children.has(tree.root) ? <Lines tree={tree} /> : <p>Sin referidos.</p>
  if (!failure) return <p>Cargando…</p>
  if (lacksTree(failure)) return <p>El servidor no ofrece el árbol de referidos.</p>
  return (
    <>
      <p role="status">{sentenceOf(failure)}</p>
      <RetryButton fault={failure} busy={isLoading} onPress={retry} />
    </>
  )
}

/** Children of a person that are shown; there may be tens of thousands. */
const MAX_CHILDREN = 200

function Lines({ tree }: { tree: Tree }) {
  const roving = useRovingFocus<HTMLDivElement>('[role=treeitem]', { isVertical: true })
  return (
    <div role="tree" className="referral-tree" aria-label="Árbol de referidos" {...roving}>
      <Branch tree={tree} above={[tree.root]} />
    </div>
  )
}

interface BranchProps {
  tree: Tree
  /** The keys of a person and of those above, from the root. */
  above: readonly string[]
}

/** The lines below a person. */
function Branch({ tree, above }: BranchProps) {
  const users = tree.children.get(above.at(-1) ?? '') ?? []
  const missing = users.length - MAX_CHILDREN
  return (
    <>
      {users.slice(0, MAX_CHILDREN).map((user, index) => (
        <Line
          // biome-ignore lint/suspicious/noArrayIndexKey: a user may be there twice
          key={`${index}:${cellKey(user.id)}`}
          {...{ tree, above, user }}
          place={index + 1}
          siblings={users.length}
        />
      ))}
      {missing > 0 && <div style={indented(above.length)}>y {formatNumber(missing)} más</div>}
    </>
  )
}

interface LineProps extends BranchProps {
  user: Referred
  /** Number among its siblings, from 1, and how many they are. */
  place: number
  siblings: number
}

/** A person, and the lines below once expanded. All lines are siblings in the page. */
function Line({ tree, above, user, place, siblings }: LineProps) {
  const [isOpen, setOpen] = useState(false)
  const name = cellText(user.name)
  const subject = isId(user.id) ? { id: user.id } : name === '' ? undefined : { name }
  const key = cellKey(user.id)
  // A service may send cycles.
  const hasChildren = tree.children.has(key) && !above.includes(key)
  const isExpanded = hasChildren ? isOpen : undefined
  const level = above.length
  const toggle = () => setOpen(hasChildren && !isOpen)

  function press({ target }: MouseEvent) {
    if (!(target as Element).closest('button')) toggle()
  }

  function handleKey(event: KeyboardEvent<HTMLElement>) {
    const { key, target, currentTarget } = event
    if (target !== currentTarget) return
    if (key === 'Enter') currentTarget.querySelector('button')?.click()
    else if (key === 'ArrowRight' && isExpanded) focus(currentTarget.nextElementSibling)
    else if (key === 'ArrowLeft' && !isExpanded) focus(parentOf(currentTarget, level))
    else if (key === 'ArrowRight' || key === 'ArrowLeft') toggle()
    else return
    event.preventDefault()
  }

  return (
    <>
      <div
        role="treeitem"
        tabIndex={-1}
        aria-level={level}
        aria-posinset={place}
        aria-setsize={siblings}
        aria-expanded={isExpanded}
        style={indented(level)}
        onClick={press}
        onKeyDown={handleKey}
      >
        <i
          className={isExpanded ? 'pi pi-chevron-down' : 'pi pi-chevron-right'}
          style={{ visibility: hasChildren ? undefined : 'hidden' }}
          aria-hidden="true"
        />
        <span>
          <DetailLink slot="detalle:usuario" subject={subject} text={name || 'Sin nombre'} tabIndex={-1} /> ·{' '}
          {pointsText(user.points)}
        </span>
      </div>
      {isExpanded && <Branch tree={tree} above={[...above, key]} />}
    </>
  )
}

/** Levels that are indented: a chain of referrals must stay in the panel. */
const MAX_INDENT = 8

function indented(level: number) {
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
