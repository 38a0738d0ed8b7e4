import {
  type AnyRow,
  CopyButton,
  copiedTexts,
  countOf,
  type FoundRows,
  formatNumber,
  rowsOf,
  sumCells,
  textOf,
} from '@canje/shared-ui'
import type { ReactNode } from 'react'
import { users } from '../users'

interface PersonHeadProps {
  person: AnyRow
  /** The points of the person's name in other tabs. */
  scores: FoundRows
  referrals: FoundRows
  /** Several persons have the name; undefined while that is not known. */
  isShared: boolean | undefined
}

/** What staff ask first: a person's points, and how to reach them. */
export function PersonHead({ person, scores, referrals, isShared }: PersonHeadProps) {
  const phone = textOf(person, 'phone')
  const mail = textOf(person, 'mail')
  const identification = textOf(person, 'identification_number')
  const points = textOf(person, 'total_points')
  return (
    <dl className="person-fields">
      <div className="person-points">
        <dt className="visually-hidden">Puntaje</dt>
        <dd
          className="person-total"
          translate="no"
          title={users.columns.find(({ field }) => field === 'total_points')?.description}
        >
          {points || '—'}
        </dd>
        <dd>{sourcesText(person, scores, referrals, isShared)}</dd>
      </div>
      <Field label="Telefono" value={phone}>
        {/\d/.test(phone) && <Contact href={`tel:${phone.replace(/[^\d+]/g, '')}`} text={phone} />}
      </Field>
      <Field label="Correo" value={mail}>
        {mail.includes('@') && (
          <Contact href={`mailto:${mail.replace(/[^\w.+@-]/g, encodeURIComponent)}`} text={mail} />
        )}
      </Field>
      <Field label="Identificacion" value={identification}>
        {[textOf(person, 'documentType'), identification].filter(Boolean).join(' ')}
      </Field>
      <Field label="Locación">{textOf(person, 'cityName')}</Field>
      <Field label="Fecha">{textOf(person, 'date')}</Field>
      <Field label="Id">{textOf(person, 'id')}</Field>
    </dl>
  )
}

function Contact({ href, text }: { href: string; text: string }) {
  return (
    <a className="detail-link" href={href}>
      {text}
    </a>
  )
}

interface FieldProps {
  label: string
  /** What its button copies. */
  value?: string
  /** The value as a link, or in another form. */
  children: ReactNode
}

function Field({ label, value, children }: FieldProps) {
  return (
    <div>
      {/* What can be copied says by itself what it is. */}
      <dt className={value && 'visually-hidden'}>{label}</dt>
      <dd translate="no">{children || value || '—'}</dd>
      {value && (
        <dd>
          <CopyButton name={`Copiar ${label}: ${value}`} read={() => copiedTexts([value], `Se copió ${value}`)} />
        </dd>
      )}
    </div>
  )
}

/** Where points come from: as a sum if it is that of this person, otherwise each tab has its own. */
function sourcesText(person: AnyRow, scores: FoundRows, referrals: FoundRows, isShared: boolean | undefined): string {
  const found = [scores, referrals]
  if (isShared === undefined || found.includes('loading')) return 'puntos'
  if (found.includes('failed')) return 'puntos en Usuarios'
  const [own, forReferrals] = found.map((rows) => sumCells(rowsOf(rows), { field: 'points' }).total)
  const both = sumCells([...rowsOf(scores), ...rowsOf(referrals)], { field: 'points' })
  const total = sumCells([person], { field: 'total_points' }).total
  const [fromScores, fromReferrals] = [formatNumber(own ?? 0), formatNumber(forReferrals ?? 0)]
  if (!isShared && both.notNumbers === 0 && both.total === total)
    return countOf(scores) + countOf(referrals) === 0
      ? 'puntos'
      : `puntos = ${fromScores} de compras + ${fromReferrals} de referidos`
  return `puntos en Usuarios; ${fromScores} en Puntaje, ${fromReferrals} en Referidos${isShared ? ', de varias personas' : ''}`
}
