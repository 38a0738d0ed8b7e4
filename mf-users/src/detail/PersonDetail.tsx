import type { ExtensionProps } from '@canje/shared-auth'
import {
  type AnyRow,
  countOf,
  DetailFields,
  DetailFooter,
  DetailHeading,
  DetailLink,
  DetailRoot,
  type DetailSubject,
  EqualRows,
  formatNumber,
  isId,
  pointsText,
  rowsOf,
  Tag,
  textOf,
  useSubject,
} from '@canje/shared-ui'
import { type ReactNode, useState } from 'react'
import { users } from '../users'
import { ReferralTree } from './ReferralTree'
import { isRedeemed, type SectionRows, sections, useSection } from './sections'
import { useReferralTree } from './useReferralTree'

/** The slot `detalle:usuario`: a person by the user's id, by the name, or by both; see the README. */
export default function PersonDetail(props: ExtensionProps) {
  return <DetailRoot {...props}>{(subject) => <Content {...subject} />}</DetailRoot>
}

/**
 * A person: data, points, codes, scores and referrals. Codes, scores and referrals have no user id, so they are found by
 * name; if several persons have it, the panel says so.
 */
function Content(subject: DetailSubject) {
  const { found, row: person, text: name, isShared, isSettled } = useSubject(users.load, subject)
  const tree = useReferralTree(isId(person?.id) ? person.id : undefined)

  return (
    <>
      <DetailHeading>{name ?? `Usuario ${subject.id}`}</DetailHeading>
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
          slot="detalle:usuario"
        />
      )}
      {name !== undefined && <Sections name={name} isShared={isShared} isSettled={isSettled} />}
      {isId(person?.id) && (
        <section className="detail-section">
          <h4>Árbol de referidos</h4>
          <ReferralTree reading={tree} />
        </section>
      )}
      <DetailFooter
        lists={name === undefined ? [users.load] : [users.load, ...Object.values(sections).map(({ load }) => load)]}
        other={tree}
      />
    </>
  )
}

function PersonFields({ person }: { person: AnyRow }) {
  return (
    <DetailFields
      columns={users.columns}
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

interface SectionsProps {
  name: string
  /** Several persons have the name. */
  isShared: boolean | undefined
  /** What stands above the sections is known. */
  isSettled: boolean
}

/** The rows of other tabs that have the person's name: all sections at once, so that none moves the buttons of another one. */
function Sections({ name, isShared, isSettled }: SectionsProps) {
  const codes = useSection('codes', name)
  const scores = useSection('scores', name)
  const referred = useSection('referred', name)
  const referrers = useSection('referrers', name)
  const [areShown, setShown] = useState(false)
  const isLoading = [codes, scores, referred, referrers].some(({ found }) => found === 'loading')
  if (!areShown && isSettled && !isLoading) setShown(true)

  return (
    <>
      {!areShown && <p>Cargando…</p>}
      <div className="detail-sections" hidden={!areShown}>
        {/* The date of a code is that of its creation, not of its state (D26, creation date). */}
        <Section title="Codigos" {...codes} isShared={isShared} hasDates={false}>
          {(row) => (
            <>
              <DetailLink
                slot="detalle:codigo"
                subject={isId(row.id) ? { id: row.id } : { name: textOf(row, 'name') }}
                text={textOf(row, 'name')}
              />{' '}
              {isRedeemed(row) ? 'redimido' : 'sin redimir'}
            </>
          )}
        </Section>
        <Section title="Puntaje" {...scores} isShared={isShared}>
          {(row) => [pointsText(row.points), textOf(row, 'locate')].filter(Boolean).join(' · ')}
        </Section>
        <Section title="Referidos" {...referred} isShared={isShared}>
          {(row) => (
            <>
              <PersonLink name={textOf(row, 'referral_name')} /> {pointsText(row.points)}
            </>
          )}
        </Section>
        <Section title="Referido por" {...referrers} isShared={isShared}>
          {(row) => (
            <>
              <PersonLink name={textOf(row, 'user_name')} /> {pointsText(row.points)}
            </>
          )}
        </Section>
      </div>
    </>
  )
}

interface SectionProps extends Pick<SectionsProps, 'isShared'>, SectionRows {
  title: string
  hasDates?: boolean
  children: (row: AnyRow) => ReactNode
}

function Section({ title, found, showMore, isShared, hasDates = true, children }: SectionProps) {
  const rows = rowsOf(found)
  const missing = countOf(found) - rows.length

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
              <span className="detail-row">{children(row)}</span>{' '}
              {hasDates && <time>{dayText(textOf(row, 'date'))}</time>}
            </li>
          ))}
        </ul>
      )}
      {missing > 0 && (
        <button type="button" className="view-button" onClick={showMore}>
          Mostrar más ({formatNumber(missing)})
        </button>
      )}
    </section>
  )
}

function PersonLink({ name }: { name: string }) {
  return <DetailLink slot="detalle:usuario" subject={{ name }} text={name} />
}

/** The day of a date without its time; other texts unchanged (D7, dates). */
function dayText(date: string): string {
  return date.replace(/^(\d{4}-\d\d-\d\d)[T ].*$/, '$1')
}
