import { type AnyRow, isId, keyText } from '@canje/large-table'
import { Tag } from 'primereact/tag'
import { type ReactNode, useState } from 'react'
import { FREE, isRedeemed, REDEEMED } from '../rows/code-display'
import { codeDetail, type Detail, userDetail } from '../view/detail'
import { formatNumber, pointsText } from '../view/format'
import { DetailFields } from './DetailFields'
import { DetailFooter } from './DetailFooter'
import { DetailHeading } from './DetailHeading'
import { EqualRows } from './EqualRows'
import { ReferralTree } from './ReferralTree'
import type { ListName } from './session-lists'
import { countOf, rowsOf, textOf, useFound } from './useFound'
import { useReferralTree } from './useReferralTree'
import { useSubject } from './useSubject'

/** Rows of a section at first, and with each press of 'Mostrar más'. */
const FIRST_ROWS = 5
const MORE_ROWS = 50
/** The lists that are read by the name of a person. */
const SECTION_LISTS: readonly ListName[] = ['SelectCodes', 'SelectScores', 'SelectReferrals']

export interface PersonDetailProps {
  by: 'id' | 'text'
  /** The key of the user's id, or the name. */
  value: string
  /** The name that the user of the id must have; otherwise the person of this name is shown. */
  name?: string | undefined
  onOpen: (detail: Detail) => void
}

/**
 * A person: data, points, codes, scores and referrals. Codes, scores and referrals have no user id, so they are found by
 * name; if several persons have it, the panel says so.
 */
export function PersonDetail({ by, value, name: expectedName, onOpen }: PersonDetailProps) {
  const { found, row: person, text: name, isShared, isSettled } = useSubject('SelectUsers', by, value, expectedName)
  const tree = useReferralTree(isId(person?.id) ? person.id : undefined)
  const openPerson = (key: string) => onOpen({ kind: 'persona', key })

  return (
    <>
      <DetailHeading>{name ?? `Usuario ${keyText(value)}`}</DetailHeading>
      {(isShared || countOf(found) > 1) && <Tag severity="warning" value="varias personas" />}
      {found === 'loading' && <p>Cargando los datos…</p>}
      {found === 'failed' && <p>No se pudo cargar la lista de usuarios.</p>}
      {typeof found === 'object' && found.count === 0 && <p>Esta persona no está en Usuarios.</p>}
      {person && <PersonFields person={person} />}
      {countOf(found) > 1 && (
        <EqualRows
          label="Personas con este nombre"
          found={found}
          describe={(row) => [textOf(row, 'id'), textOf(row, 'mail'), textOf(row, 'phone')]}
          onOpen={({ id }) => onOpen(userDetail(id, name ?? ''))}
        />
      )}
      {name !== undefined && (
        <SettledSections name={name} isSettled={isSettled}>
          <Section title="Codigos" list="SelectCodes" field="userName" name={name} isShared={isShared}>
            {(row) => (
              <>
                <LinkText text={textOf(row, 'name')} onPress={(text) => onOpen(codeDetail(row.id, text))} />{' '}
                {isRedeemed(row) ? REDEEMED.text : FREE.text}
              </>
            )}
          </Section>
          <Section title="Puntaje" list="SelectScores" field="name" name={name} isShared={isShared}>
            {(row) => [pointsText(row.points), textOf(row, 'locate')].filter(Boolean).join(' · ')}
          </Section>
          <Section title="Referidos" list="SelectReferrals" field="user_name" name={name} isShared={isShared}>
            {(row) => (
              <>
                <LinkText text={textOf(row, 'referral_name')} onPress={openPerson} /> {pointsText(row.points)}
              </>
            )}
          </Section>
          <Section title="Referido por" list="SelectReferrals" field="referral_name" name={name} isShared={isShared}>
            {(row) => (
              <>
                <LinkText text={textOf(row, 'user_name')} onPress={openPerson} /> {pointsText(row.points)}
              </>
            )}
          </Section>
        </SettledSections>
      )}
      {isId(person?.id) && (
        <section className="detail-section">
          <h4>Árbol de referidos</h4>
          <ReferralTree reading={tree} onOpen={onOpen} />
        </section>
      )}
      <DetailFooter lists={name === undefined ? ['SelectUsers'] : ['SelectUsers', ...SECTION_LISTS]} other={tree} />
    </>
  )
}

function PersonFields({ person }: { person: AnyRow }) {
  return (
    <DetailFields
      fields={{
        Puntaje: textOf(person, 'total_points'),
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

interface SettledSectionsProps {
  name: string
  /** What stands above the sections is known. */
  isSettled: boolean
  children: ReactNode
}

/** Shows all sections at once, so that none moves the buttons of another one under the pointer. */
function SettledSections({ name, isSettled, children }: SettledSectionsProps) {
  const found = [
    useFound('SelectCodes', 'userName', name, FIRST_ROWS),
    useFound('SelectScores', 'name', name, FIRST_ROWS),
    useFound('SelectReferrals', 'user_name', name, FIRST_ROWS),
    useFound('SelectReferrals', 'referral_name', name, FIRST_ROWS),
  ]
  const [areShown, setShown] = useState(false)
  if (!areShown && isSettled && !found.includes('loading')) setShown(true)

  return (
    <>
      {!areShown && <p>Cargando…</p>}
      <div hidden={!areShown}>{children}</div>
    </>
  )
}

interface SectionProps {
  title: string
  list: ListName
  /** The field with the person's name. */
  field: string
  name: string
  /** Several persons have the name. */
  isShared: boolean | undefined
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
        {typeof found === 'object' ? `${title} (${formatNumber(found.count)})` : title}
        {isShared && rows.length > 0 && <small> de varias personas</small>}
      </h4>
      {found === 'loading' && <p>Cargando…</p>}
      {found === 'failed' && <p>No se pudo cargar.</p>}
      {rows.length > 0 && (
        <ul className="detail-rows">
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of these lists may have no id
            <li key={index}>
              <span className="detail-row">{children(row)}</span> <time>{dayText(textOf(row, 'date'))}</time>
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

/** One element beside other texts, which a translation of the page moves. */
function LinkText({ text, onPress }: { text: string; onPress: (text: string) => void }) {
  return (
    <bdi translate="no">
      {text === '' ? (
        '—'
      ) : (
        <button type="button" className="detail-link" onClick={() => onPress(text)}>
          {text}
        </button>
      )}
    </bdi>
  )
}

/** The day of a date without its time; other texts unchanged (D7). */
function dayText(date: string): string {
  return date.replace(/^(\d{4}-\d\d-\d\d)[T ].*$/, '$1')
}
