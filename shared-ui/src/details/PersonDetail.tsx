import { type AnyRow, type Cell, cellText } from '@canje/large-table'
import { Tag } from 'primereact/tag'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { FREE, isRedeemed, REDEEMED } from '../rows/code-display'
import { formatNumber } from '../view/format'
import { DetailFields } from './DetailFields'
import { DetailHeading } from './DetailHeading'
import type { Detail } from './detail'
import type { ListName } from './session-lists'
import { type FoundRows, useFound } from './useFound'

const ReferralTree = lazy(() => import(/* webpackChunkName: 'referral-tree' */ './ReferralTree'))

/** Rows of a section at first, and with each press of 'Mostrar más'. */
const FIRST_ROWS = 5
const MORE_ROWS = 50
/** Persons of one name that are listed. */
const MAX_NAMESAKES = 20

interface PersonDetailProps {
  kind: 'persona' | 'usuario'
  /** The name, or the id of the user. */
  value: string
  onOpen: (detail: Detail) => void
}

/**
 * A person: data, points, codes, scores and referrals. Codes, scores and referrals have no user id, so they are found by
 * name; if several persons have it, the panel says so.
 */
export function PersonDetail({ kind, value, onOpen }: PersonDetailProps) {
  const byId = useFound('SelectUsers', 'id', kind === 'usuario' ? value : undefined, 1)
  const userOfId = rowsOf(byId)[0]
  const name = kind === 'persona' ? value : userOfId && cellText(userOfId.name ?? null)
  const namesakes = useFound('SelectUsers', 'name', name, MAX_NAMESAKES)
  const persons = typeof namesakes === 'object' ? namesakes.count : 0
  const person = kind === 'usuario' ? userOfId : persons === 1 ? rowsOf(namesakes)[0] : undefined
  const users = kind === 'usuario' ? byId : namesakes
  const sectionProps = { name, isShared: persons > 1 }
  const openPerson = (key: string) => onOpen({ kind: 'persona', key })

  return (
    <>
      <DetailHeading>{name ?? `Usuario ${value}`}</DetailHeading>
      {persons > 1 && <Tag severity="warning" value="varias personas" />}
      {users === 'loading' && <p>Cargando los datos…</p>}
      {users === 'failed' && <p>No se pudo cargar la lista de usuarios.</p>}
      {typeof users === 'object' && users.count === 0 && <p>Esta persona no está en Usuarios.</p>}
      {person && <PersonFields person={person} />}
      {!person && persons > 1 && (
        <ul className="detail-rows" aria-label="Personas con este nombre">
          {rowsOf(namesakes).map((row) => (
            <li key={textOf(row, 'id')}>
              <button
                type="button"
                className="detail-link"
                onClick={() => onOpen({ kind: 'usuario', key: textOf(row, 'id') })}
              >
                {[textOf(row, 'id'), textOf(row, 'mail'), textOf(row, 'phone')].filter(Boolean).join(' · ')}
              </button>
            </li>
          ))}
        </ul>
      )}
      <Section title="Codigos" list="SelectCodes" field="userName" {...sectionProps}>
        {(row) => (
          <>
            <LinkText text={textOf(row, 'name')} onPress={(key) => onOpen({ kind: 'codigo', key })} />{' '}
            {isRedeemed(row) ? REDEEMED.text : FREE.text}
          </>
        )}
      </Section>
      <Section title="Puntaje" list="SelectScores" field="name" {...sectionProps}>
        {(row) => pointsText(row, textOf(row, 'locate'))}
      </Section>
      <Section title="Referidos" list="SelectReferrals" field="user_name" {...sectionProps}>
        {(row) => (
          <>
            <LinkText text={textOf(row, 'referral_name')} onPress={openPerson} /> {pointsText(row)}
          </>
        )}
      </Section>
      <Section title="Referido por" list="SelectReferrals" field="referral_name" {...sectionProps}>
        {(row) => (
          <>
            <LinkText text={textOf(row, 'user_name')} onPress={openPerson} /> {pointsText(row)}
          </>
        )}
      </Section>
      {person && (
        <section className="detail-section">
          <h4>Árbol de referidos</h4>
          <Suspense fallback={<p>Cargando…</p>}>
            <ReferralTree user={person.id ?? null} />
          </Suspense>
        </section>
      )}
    </>
  )
}

function PersonFields({ person }: { person: AnyRow }) {
  const points = person.total_points
  return (
    <DetailFields
      fields={{
        Puntaje: typeof points === 'number' ? formatNumber(points) : textOf(person, 'total_points'),
        Correo: textOf(person, 'mail'),
        Telefono: textOf(person, 'phone'),
        Identificacion: [textOf(person, 'documentType'), textOf(person, 'identification_number')]
          .filter(Boolean)
          .join(' '),
        Locación: textOf(person, 'cityName'),
        Fecha: textOf(person, 'date'),
        Id: textOf(person, 'id'),
      }}
    />
  )
}

interface SectionProps {
  title: string
  list: ListName
  /** The field with the person's name. */
  field: string
  /** Undefined while it is not known. */
  name: string | undefined
  /** Several persons have the name. */
  isShared: boolean
  children: (row: AnyRow) => ReactNode
}

/** The rows of a list that have the person's name. */
function Section({ title, list, field, name, isShared, children }: SectionProps) {
  const [limit, setLimit] = useState(FIRST_ROWS)
  const found = useFound(list, field, name, limit)
  const rows = rowsOf(found)
  const missing = typeof found === 'object' ? found.count - rows.length : 0

  return (
    <section className="detail-section">
      <h4>
        {title}
        {typeof found === 'object' && ` (${formatNumber(found.count)})`}
        {isShared && rows.length > 0 && <small> de varias personas</small>}
      </h4>
      {found === 'loading' && <p>Cargando…</p>}
      {found === 'failed' && <p>No se pudo cargar.</p>}
      {rows.length > 0 && (
        <ul className="detail-rows">
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of these lists may have no id
            <li key={index}>
              <span className="detail-row">{children(row)}</span> <time>{textOf(row, 'date').slice(0, 10)}</time>
            </li>
          ))}
        </ul>
      )}
      {missing > 0 && (
        <button type="button" className="view-button" onClick={() => setLimit(limit + MORE_ROWS)}>
          Mostrar más ({formatNumber(missing)})
        </button>
      )}
    </section>
  )
}

function LinkText({ text, onPress }: { text: string; onPress: (text: string) => void }) {
  if (text === '') return '—'
  return (
    <button type="button" className="detail-link" onClick={() => onPress(text)}>
      <bdi>{text}</bdi>
    </button>
  )
}

function rowsOf(found: FoundRows): readonly AnyRow[] {
  return typeof found === 'object' ? found.rows : []
}

function textOf(row: AnyRow, field: string): string {
  const value: Cell = row[field] ?? null
  return cellText(value)
}

function pointsText(row: AnyRow, place = ''): string {
  const points = `${textOf(row, 'points') || '0'} puntos`
  return place ? `${points} · ${place}` : points
}
