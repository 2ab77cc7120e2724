"""Faults that were reported of other systems, by the ids of their collection: the test of each, or why there is none.

A test has the name of its case; several may stand for one, then the one that says most is named here.
"""

PAIRING = "tournaments/tests/pairing/test_random_rounds.py"
ROUND = "tournaments/tests/pairing/test_one_round.py"
ROUNDS = "tournaments/tests/stages/test_rounds.py"
REPORTED = "tournaments/tests/stages/test_reported_faults.py"
BRACKETS = "tournaments/tests/stages/test_brackets.py"
SUBMIT = "tournaments/tests/results/test_submit.py"
TIMING = "tournaments/tests/test_timing.py"
CLOSED = "tournaments/tests/stages/test_closed_stages.py"

TESTS: dict[str, str] = {
    # Byes and odd numbers
    "B03": f"{ROUND}::test_b03_the_team_with_the_lowest_score_gets_the_bye",
    "B05": f"{PAIRING}::test_b05_three_different_teams_of_seven_sit_out",
    "B08": f"{ROUNDS}::test_b08_a_bye_that_is_given_leaves_exactly_one",
    "B10": f"{ROUND}::test_b10_teams_that_rested_do_not_attract_each_other",
    "B13": f"{ROUND}::test_b13_an_odd_field_less_one_has_no_bye",
    "B14": f"{REPORTED}::test_b14_who_sits_out_is_credited_by_the_rule_and_shown_as_such",
    "B17": f"{BRACKETS}::test_b17_byes_fill_the_next_power_of_two_in_the_first_round_only",
    # Pairing
    "D01": f"{ROUND}::test_d01_the_greedy_dead_end_is_not_taken",
    "D02": f"{ROUND}::test_d02_the_leader_does_not_meet_again_who_stands_next",
    "D04": f"{ROUND}::test_d04_nobody_meets_again_in_five_rounds_of_sixteen",
    "D06": f"{ROUNDS}::test_d06_drawing_twice_for_a_round_makes_one",
    "D11": f"{ROUNDS}::test_d11_a_late_entry_and_a_withdrawal_change_the_next_draw_and_no_history",
    "D13": f"{PAIRING}::test_d13_all_rounds_at_once_succeed_for_every_seed",
    "D14": f"{PAIRING}::test_d14_three_units_of_four_never_meet_themselves_in_three_rounds",
    "D16": f"{ROUNDS}::test_d16_a_result_sent_twice_gives_one_result_and_one_next_round",
    "D20": f"{REPORTED}::test_d20_a_round_is_ready_when_those_who_are_seated_in_it_are",
    "D21": f"{REPORTED}::test_d21_with_half_of_the_field_absent_the_screen_shows_each_match_once",
    "D23": f"{REPORTED}::test_d23_a_ruling_stays_with_its_team_when_the_seats_are_drawn_anew",
    "D24": "tournaments/tests/views/test_manage_draw.py::test_d24_a_swap_by_hand_stays_is_flagged_and_logged",
    "D26": f"{REPORTED}::test_d26_rounds_and_tables_are_listed_in_the_order_in_which_they_are_played",
    "D29": "tournaments/tests/entries/test_late.py::test_d29_two_late_pairs_added_together_both_play_in_the_next_round",
    "D30": "tournaments/tests/pairing/test_groups.py::test_d30_sizes_that_cannot_be_are_refused",
    "D31": f"{REPORTED}::test_d31_pairs_by_hand_seat_nobody_twice",
    "D32": "scoring/tests/test_head_to_head.py::test_d32_two_meetings_of_two_teams_count_together",
    "D34": f"{ROUND}::test_d34_what_may_never_be_broken_makes_the_round_impossible",
    # Many hands at once, and the same form twice
    "C01": f"{SUBMIT}::test_c01_sending_any_number_of_times_is_sending_once",
    "C02": "tournaments/tests/api/test_results.py::test_c02_a_get_changes_nothing",
    "C04": "tournaments/tests/concurrency/test_results.py"
    "::test_c04_the_database_itself_refuses_a_second_official_sheet",
    "C06": f"{SUBMIT}::test_c06_a_page_of_another_round_or_table_is_refused_with_the_right_names",
    "C07": "tournaments/tests/views/test_results.py::test_c07_a_correction_at_the_desk_keeps_the_history",
    "C08": "tournaments/tests/api/test_results.py::test_c08_the_same_key_with_another_content_is_refused",
    "C09": f"{SUBMIT}::test_c09_an_official_result_stays_official_beside_a_later_different_one",
    "C11": f"{SUBMIT}::test_c11_a_page_of_the_last_round_is_refused_once_the_next_is_played",
    "C12": "tournaments/tests/entries/test_register.py"
    "::test_c12_sending_the_form_again_changes_nothing_and_gives_a_link_that_works",
    # Clock
    "T02": "tournaments/tests/browser/test_hall.py"
    "::test_t02_a_page_whose_timers_stood_still_shows_the_right_time_once_it_is_looked_at",
    "T04": f"{TIMING}::test_t04_a_display_that_knows_the_end_and_the_servers_time_agrees",
    "T08": f"{TIMING}::test_t08_a_long_extension_after_time_up_runs_again_until_its_own_reminder",
    "T12": "tournaments/tests/views/test_hall.py::test_t12_a_bye_is_shown_as_one_on_tables_and_screen",
    "T14": f"{TIMING}::test_t14_a_restart_in_the_last_second_finds_the_time_expired",
    # The standings, and what parts those who are equal
    "S01": "tournaments/tests/standings/test_counted.py"
    "::test_s01_before_the_first_result_everybody_shares_the_first_place",
    "S02": f"{REPORTED}::test_s02_matches_to_come_are_neither_lost_nor_drawn",
    "S03": "scoring/tests/test_head_to_head.py::test_s03_three_with_two_wins_each_have_one_winner",
    "S04": f"{REPORTED}::test_s04_every_page_paper_and_seating_has_the_order_of_one_ranking",
    "S06": f"{REPORTED}::test_s06_shared_places_are_counted_alike_everywhere",
    "S08": f"{REPORTED}::test_s08_a_round_in_progress_counts_what_is_official_and_says_so",
    "S09": f"{CLOSED}::test_s09_a_correction_after_a_team_left_leaves_that_team_where_it_stood",
    "S14": f"{REPORTED}::test_s14_without_any_tie_break_equal_teams_share_their_place",
    "S15": "scoring/tests/test_head_to_head.py"
    "::test_s15_three_tied_in_a_circle_go_to_the_next_criterion_and_it_says_so",
    "S20": "scoring/tests/test_stages.py::test_s20_a_tie_over_the_cut_is_named_and_nobody_chooses",
    "S21": f"{REPORTED}::test_s21_a_ruling_outside_a_match_is_in_the_next_seating_as_in_the_standings",
    "S22": f"{REPORTED}::test_s22_a_first_round_corrected_in_the_third_moves_every_later_standing_and_page",
    "S23": f"{REPORTED}::test_s23_standings_are_made_of_the_sheets_alone_whoever_wrote_them",
    "S25": "scoring/tests/test_finals.py::test_s25_who_lost_the_double_elimination_final_is_second",
    "S27": f"{REPORTED}::test_s27_a_score_of_nothing_is_a_score",
    # Brackets
    "K01": f"{BRACKETS}::test_k01_another_winner_replaces_the_one_before_where_the_next_match_has_not_begun",
    "K02": f"{BRACKETS}::test_k02_the_result_of_the_next_match_is_put_aside_and_said_so",
    "K03": f"{BRACKETS}::test_k03_a_knockout_match_needs_a_winner_and_lots_may_say_who",
    "K07": f"{BRACKETS}::test_k07_a_walkover_meets_a_bye_and_nobody_wins",
    "K19": "tournaments/tests/stages/test_stages.py::test_k19_two_groups_with_one_winner_each_make_a_final",
    "K20": f"{SUBMIT}::test_k20_an_archived_event_takes_no_result",
    # Withdrawal, lateness, tables
    "W05": "scoring/tests/test_lateness.py::test_w05_the_steps_up_to_twenty_minutes",
    "W06": f"{REPORTED}::test_w06_who_waits_for_opponents_that_resigned_is_not_absent",
    "W07": "tournaments/tests/actions/test_rounds.py"
    "::test_w07_a_round_with_undecided_tables_is_not_closed_and_they_are_named",
    "W08": "tournaments/tests/actions/test_rounds.py::test_w08_a_match_moves_to_a_free_table_and_keeps_its_number",
    # Leaks
    "L01": "tournaments/tests/web/test_leaks.py::test_l01_a_draft_answers_like_an_event_that_does_not_exist",
    "L04": "tournaments/tests/web/test_leaks.py::test_l04_a_draw_that_is_not_released_leaves_no_trace",
    "L05": "tournaments/tests/views/test_hall.py"
    "::test_l05_before_the_release_the_public_sees_the_same_whether_or_not_a_draft_exists",
    "L06": f"{REPORTED}::test_l06_a_pairs_own_page_says_nothing_of_a_draw_that_is_not_released",
    "L07": "tournaments/tests/web/test_leaks.py::test_l07_an_event_that_is_not_public_is_in_no_list",
    "L08": "tournaments/tests/views/test_hall.py::test_l08_a_public_draw_masks_who_did_not_consent",
    "L09": "tournaments/tests/web/test_hidden.py"
    "::test_l09_what_is_kept_for_the_ceremony_is_answered_as_if_nobody_had_played",
    "L11": f"{REPORTED}::test_l11_the_next_seating_is_made_of_the_true_standings_also_while_they_are_hidden",
    "L17": "tournaments/tests/web/test_headers.py::test_l17_a_link_tells_no_other_site_and_no_log_what_opens_it",
}
CANNOT: dict[str, str] = {
    "D27": "Nothing is booked by the hour: a table belongs to a round and a sitting, which the database allows once.",
    "S18": "No criterion looks at a share of the rounds; each names the rounds that it counts.",
    "S24": "Teams are never merged. Units are, and no point hangs on a unit.",
}
