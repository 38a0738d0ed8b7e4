import { expect, it } from 'vitest'
import { trueRows } from './backend-client'

it('says what to do about a call that the reference backend has not', async () => {
  await expect(trueRows('SelectPrizes')).rejects.toThrow(
    /^The reference backend has no \S+\/SelectPrizes: add it to reference-backend\/src\/info, or correct its name\.$/,
  )
})
