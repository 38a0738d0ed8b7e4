import {
  type AnyRow,
  amountText,
  CopyButton,
  copiedTexts,
  DetailFields,
  type FoundRows,
  formatNumber,
  sumCells,
  textOf,
} from '@canje/shared-ui'

/** Not two phones in one text, nor one with an extension: their digits together are another one. */
const ONE_PHONE = /^\s*\+?(?:[\s().-]*\d){3,15}\s*$/

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
  const copied = [
    { label: 'Telefono', value: phone, href: ONE_PHONE.test(phone) && `tel:${phone.replace(/[^\d+]/g, '')}` },
    // Beside the phone, in one line: a mail is long.
    { label: 'Identificacion', value: textOf(person, 'identification_number'), kind: textOf(person, 'documentType') },
    {
      label: 'Correo',
      value: mail,
      href: mail.includes('@') && `mailto:${mail.replace(/[^\w.+@-]/g, encodeURIComponent)}`,
    },
  ]
  return (
    <div className="line person-fields">
      <div className="line person-points">
        <DetailFields fields={{ Puntaje: amountText(textOf(person, 'total_points')) }} />
        {sourcesText(person, scores, referrals, isShared)}
      </div>
      {copied.map(({ label, value, href, kind }) => (
        <div key={label} className="line">
          <DetailFields
            fields={{
              [label]: href ? (
                <a className="detail-link" href={href}>
                  {value}
                </a>
              ) : (
                [kind, value].filter(Boolean).join(' ')
              ),
            }}
          />
          {value && (
            <CopyButton name={`Copiar ${label}: ${value}`} read={() => copiedTexts([value], `Se copió ${value}`)} />
          )}
        </div>
      ))}
      <DetailFields
        fields={{ Locación: textOf(person, 'cityName'), Fecha: textOf(person, 'date'), Id: textOf(person, 'id') }}
      />
    </div>
  )
}

/** Where points come from: as a sum if it is that of this person, otherwise each tab has its own. */
function sourcesText(person: AnyRow, scores: FoundRows, referrals: FoundRows, isShared: boolean | undefined): string {
  const unit = textOf(person, 'total_points') === '1' ? 'punto' : 'puntos'
  if (isShared === undefined || scores === 'loading' || referrals === 'loading') return unit
  if (scores === 'failed' || referrals === 'failed') return `${unit} en Usuarios`
  const sumOf = (rows: readonly AnyRow[], field = 'points') => sumCells(rows, { field })
  const own = formatNumber(sumOf(scores.rows).total)
  const forReferrals = formatNumber(sumOf(referrals.rows).total)
  const both = sumOf([...scores.rows, ...referrals.rows])
  if (isShared || both.notNumbers > 0 || both.total !== sumOf([person], 'total_points').total)
    return `${unit} en Usuarios; ${own} en Puntaje, ${forReferrals} en Referidos${isShared ? ', de varias personas' : ''}`
  return both.total === 0 ? unit : `${unit} = ${own} de compras + ${forReferrals} de referidos`
}
