import { expect, it } from 'vitest'
import { requestRows } from './backend-client'

it('suggests adding an endpoint that the reference backend lacks', async () => {
  await expect(requestRows('SelectPrizes')).rejects.toThrow(
    /^The reference backend has no endpoint \S+\/SelectPrizes: add it to reference-backend\/src\/info, or correct its name\.$/,
  )
})
