import { describeTable } from 'tab-testing'
import { referrals } from './section'

describeTable(referrals)
