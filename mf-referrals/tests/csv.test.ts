import { describeCsv } from 'tab-testing'
import { referrals } from './section'

describeCsv(referrals)
