import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Schema } from '../database/schema'
import { codeAlphabet, codeLength } from '../info/code-name'

export interface SeedAmounts {
  users: number
  codes: number
  scores: number
  referrals: number
}

const firstNames =
  'Alejandra Andrés Camila Carlos Carolina Daniel Diana Felipe Gloria Hernán Inés Javier José Laura Luis Luz María Mónica Óscar Sofía'
const lastNames =
  'Acosta Arango Bernal Cárdenas Castaño Díaz Gómez Gutiérrez Jiménez Londoño Marín Muñoz Ospina Páez Peña Quintero Rincón Ríos Suárez Vélez'
const cities =
  'Bogotá, Medellín, Cali, Barranquilla, Cartagena, Cúcuta, Bucaramanga, Pereira, Santa Marta, Ibagué, Manizales, Villavicencio, Pasto, Neiva'
/** Identity card, by far the most; foreigner's card, minor's card, passport. */
const documentTypes = 'CC CC CC CC CC CC CC CC CE TI PA'
const pointsOfSale =
  'Tienda Chapinero, Tienda Usaquén, Supermercado El Poblado, Mercado La 14, Droguería San Fernando, Miscelánea Getsemaní'

const redeemedShare = 0.4

/** A pseudo-random integer below `count` for a row, the same in every database. */
const draw = (what: string, count: number | RawBuilder<unknown>, row = sql.ref('id')) =>
  sql<number>`(('x' || left(md5(${what}::text || ${row}), 7))::bit(28)::integer % (${count})::integer)`

const pick = (what: string, choices: string[]) => sql<string>`(${choices}::text[])[1 + ${draw(what, choices.length)}]`

/** The time of the `row`-th of `total` events, spread evenly over a half of the fixed campaign. */
const timeOf = (row: RawBuilder<unknown>, total: number, half: 'first' | 'second') => {
  const start = sql.lit(half === 'first' ? '2025-02-01 13:00+00' : '2025-05-02 13:00+00')
  return sql`date_trunc('second', ${start}::timestamptz + interval '90 days' * ((${row} - 1)::float8 / ${total}::float8))`
}

/**
 * Inserts fictitious users, codes, scores and referrals in exactly these amounts, the same ones every time. About 40 % of
 * the codes are redeemed, or fewer without enough scores or users, spread evenly over codes and scores.
 */
export async function insertDemonstration(transaction: Transaction<Schema>, amounts: SeedAmounts): Promise<void> {
  const { users, codes, scores, referrals } = amounts
  const id = sql.ref('id')
  const idsTo = (last: number) => sql`generate_series(1::bigint, ${last}::bigint) as id`
  await sql`
    insert into users (id, name, mail, phone, identification_number, city_name, document_type, registered_at)
    select id, concat_ws(' ', first, last, second_last), fold(first) || '.' || fold(last) || id || '@example.com',
           '+57' || 300 + ${draw('operator', 26)} || lpad(${draw('phone', 10_000_000)}::text, 7, '0'),
           10000000 + ${draw('identification', 200_000_000)}, ${pick('city', cities.split(', '))},
           ${pick('document', documentTypes.split(' '))}, ${timeOf(id, users, 'first')}
    from (select id, ${pick('first', firstNames.split(' '))} as first, ${pick('last', lastNames.split(' '))} as last,
                 ${pick('second last', lastNames.split(' '))} as second_last
          from ${idsTo(users)}) as named`.execute(transaction)
  await sql`
    insert into codes (id, name, created_at)
    select id, (select string_agg(substr(${codeAlphabet}, 1 + ${draw('code', codeAlphabet.length, sql`id || '.' || position`)}, 1), '')
                from generate_series(1, ${codeLength}::integer) as position),
           ${timeOf(id, codes, 'first')}
    from ${idsTo(codes)}`.execute(transaction)
  await sql`
    insert into scores (id, user_id, points, locate, earned_at)
    select id, 1 + ${draw('scorer', users)}, 10 + 10 * ${draw('points', 50)},
           ${pick('score', pointsOfSale.split(', '))}, ${timeOf(id, scores, 'second')}
    from ${idsTo(scores)}`.execute(transaction)
  const redeemed = users === 0 ? 0 : Math.min(Math.floor(codes * redeemedShare), scores)
  const redemptions = sql`
    select (id - 1) * ${codes}::bigint / ${redeemed}::bigint + 1 as code_id,
           (id - 1) * ${scores}::bigint / ${redeemed}::bigint + 1 as score_id,
           1 + ${draw('redeemer', users)} as user_id
    from ${idsTo(redeemed)}`
  await sql`
    update codes set user_id = redemption.user_id, redeemed_at = scores.earned_at
    from (${redemptions}) as redemption join scores on scores.id = score_id where codes.id = redemption.code_id`.execute(
    transaction,
  )
  await sql`
    update scores set user_id = redemption.user_id, code_id = redemption.code_id
    from (${redemptions}) as redemption where scores.id = score_id`.execute(transaction)
  // The first fifth of the users has no referrer. Others have one with a lower id, so that the tree has no
  // cycles; the first one is user 1, who thus has a tree.
  const founders = Math.max(1, Math.floor(users / 5))
  await sql`
    insert into referrals (id, referrer_id, referred_id, points, locate, referred_at)
    select id, case id when 1 then 1 else 1 + ${draw('referrer', sql`referred - 1`)} end, referred, 50 + 50 * ${draw('reward', 3)},
           ${pick('referral', pointsOfSale.split(', '))}, ${timeOf(id, referrals, 'second')}
    from (select id, ${founders}::bigint + 1 + (id - 1) % ${users - founders}::bigint as referred from ${idsTo(referrals)}) as new`.execute(
    transaction,
  )
}
