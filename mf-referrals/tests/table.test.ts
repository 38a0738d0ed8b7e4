import { describeTable } from 'tab-testing'
import { referrals } from './tab'

describeTable(referrals)
