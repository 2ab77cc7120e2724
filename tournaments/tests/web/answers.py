"""Who gets what at which address. `login` leads to the sign-in page; a method without a row is refused (405) to all.

anon the public, team the link of team 1 (whose addresses these are), team2 of another team, ref the referee of table 1,
ref2 of another table, refX and orgX referee and organizer of another event, screen a hall screen's link.
"""

ANSWERS = """
                                 anon  team team2   ref  ref2  refX screen  desk chief   org audit  orgX admin
healthz                    GET    200   200   200   200   200   200   200   200   200   200   200   200   200
set_language               GET    302   302   302   302   302   302   302   302   302   302   302   302   302
set_language               POST   302   302   302   302   302   302   302   302   302   302   302   302   302

login                      GET    200   200   200   200   200   200   200   302   302   302   302   302   302
login                      POST   200   200   200   200   200   200   200   302   302   302   302   302   302
logout                     POST   302   302   302   302   302   302   302   302   302   302   302   302   302
password_change            GET  login login login login login login login   200   200   200   200   200   200
password_change            POST login login login login login login login   200   200   200   200   200   200
password_change_done       GET  login login login login login login login   200   200   200   200   200   200
password_change_done       POST login login login login login login login   405   405   405   405   405   405
password_reset             GET    200   200   200   200   200   200   200   200   200   200   200   200   200
password_reset             POST   200   200   200   200   200   200   200   200   200   200   200   200   200
password_reset_done        GET    200   200   200   200   200   200   200   200   200   200   200   200   200
password_reset_confirm     GET    200   200   200   200   200   200   200   200   200   200   200   200   200
password_reset_confirm     POST   200   200   200   200   200   200   200   200   200   200   200   200   200
password_reset_complete    GET    200   200   200   200   200   200   200   200   200   200   200   200   200

home                       GET    200   200   200   200   200   200   200   200   200   200   200   200   200
enter                      GET    200   200   200   200   200   200   200   200   200   200   200   200   200
enter                      POST   404   404   404   404   404   404   404   404   404   404   404   404   404

manage                     GET  login login login login login login login   200   200   200   200   200   200
event-new                  GET  login login login login login login login   200   200   200   200   200   200
event-new                  POST   403   403   403   403   403   403   403   422   422   422   422   422   422
cockpit                    GET  login login login login login login login   200   200   200   200   403   200
event-settings             GET  login login login login login login login   403   403   200   403   403   200
event-download             GET  login login login login login login login   403   403   200   403   403   200
event-section              GET  login login login login login login login   403   403   200   403   403   200
event-section              POST   403   403   403   403   403   403   403   403   403   422   403   403   422
event-state                POST   403   403   403   403   403   403   403   403   403   302   403   403   302

manage-rehearsal           GET  login login login login login login login   403   403   200   403   403   200
manage-rehearsal           POST   403   403   403   403   403   403   403   403   403   422   403   403   422
manage-rehearsal-live      GET  login login login login login login login   403   403   404   403   403   404
manage-rehearsal-play      POST   403   403   403   403   403   403   403   403   403   404   403   403   404
manage-rehearsal-remove    POST   403   403   403   403   403   403   403   403   403   302   403   403   302

manage-stages              GET  login login login login login login login   403   403   200   403   403   200
manage-stage-new           GET  login login login login login login login   403   403   200   403   403   200
manage-stage-new           POST   403   403   403   403   403   403   403   403   403   422   403   403   422
manage-stage               GET  login login login login login login login   403   403   200   403   403   200
manage-stage               POST   403   403   403   403   403   403   403   403   403   422   403   403   422
manage-stage-format        GET  login login login login login login login   403   403   200   403   403   200
manage-stage-format        POST   403   403   403   403   403   403   403   403   403   422   403   403   422
manage-stage-move          POST   403   403   403   403   403   403   403   403   403   302   403   403   302
manage-stage-remove        POST   403   403   403   403   403   403   403   403   403   422   403   403   422

manage-ruleset             GET  login login login login login login login   403   403   200   403   403   200
manage-ruleset-choose      GET  login login login login login login login   403   403   200   403   403   200
manage-ruleset-choose      POST   403   403   403   403   403   403   403   403   403   422   403   403   422
manage-ruleset-group       GET  login login login login login login login   403   403   200   403   403   200
manage-ruleset-group       POST   403   403   403   403   403   403   403   403   403   422   403   403   422
manage-ruleset-file        GET  login login login login login login login   403   403   200   403   403   200
manage-ruleset-file        POST   403   403   403   403   403   403   403   403   403   422   403   403   422
manage-ruleset-download    GET  login login login login login login login   403   403   200   403   403   200

manage-referees            GET  login login login login login login login   403   200   200   403   403   200
manage-referees            POST   403   403   403   403   403   403   403   403   422   422   403   403   422
referees-share             POST   403   403   403   403   403   403   403   403   302   302   403   403   302
referee-tables             GET  login login login login login login login   403   200   200   403   403   200
referee-tables             POST   403   403   403   403   403   403   403   403   302   302   403   403   302
referee-reissue            POST   403   403   403   403   403   403   403   403   302   302   403   403   302
referee-remove             POST   403   403   403   403   403   403   403   403   302   302   403   403   302
staff-add                  POST   403   403   403   403   403   403   403   403   302   302   403   403   302
staff-remove               POST   403   403   403   403   403   403   403   403   302   302   403   403   302
manage-screens             GET  login login login login login login login   403   200   200   403   403   200
manage-screens             POST   403   403   403   403   403   403   403   403   422   422   403   403   422
screen-revoke              POST   403   403   403   403   403   403   403   403   302   302   403   403   302

awards                     GET    200   200   200   200   200   200   200   200   200   200   200   200   200
manage-awards              GET  login login login login login login login   403   200   200   403   403   200
manage-awards-draw         POST   403   403   403   403   403   403   403   403   422   422   403   403   422

manage-log                 GET  login login login login login login login   403   200   200   200   403   200

register                   GET    200   200   200   200   200   200   200   200   200   200   200   200   200
register                   POST   422   422   422   422   422   422   422   422   422   422   422   422   422
register-done              GET    404   404   404   404   404   404   404   404   404   404   404   404   404
entries                    GET    200   200   200   200   200   200   200   200   200   200   200   200   200

my-team                    GET    404   302   302   404   404   404   404   404   404   404   404   404   404
my-team-of                 GET    404   200   404   404   404   404   404   404   404   404   404   404   404
my-team-amend              GET    404   200   404   404   404   404   404   404   404   404   404   404   404
my-team-amend              POST   404   422   404   404   404   404   404   404   404   404   404   404   404
my-team-withdraw           POST   404   409   404   404   404   404   404   404   404   404   404   404   404
my-team-consent            POST   404   302   404   404   404   404   404   404   404   404   404   404   404

manage-entries             GET  login login login login login login login   403   200   200   200   403   200
entries-approve            POST   403   403   403   403   403   403   403   403   403   409   403   403   409
entries-freeze             POST   403   403   403   403   403   403   403   403   403   302   403   403   302
entries-unfreeze           POST   403   403   403   403   403   403   403   403   403   302   403   403   302
entry-new                  GET  login login login login login login login   403   403   200   403   403   200
entry-new                  POST   403   403   403   403   403   403   403   403   403   422   403   403   422
entries-import             GET  login login login login login login login   403   403   200   403   403   200
entries-import             POST   403   403   403   403   403   403   403   403   403   422   403   403   422
manage-mails               GET  login login login login login login login   403   403   200   403   403   200

manage-units               GET  login login login login login login login   403   403   200   403   403   200
manage-units               POST   403   403   403   403   403   403   403   403   403   422   403   403   422
unit-edit                  GET  login login login login login login login   403   403   200   403   403   200
unit-edit                  POST   403   403   403   403   403   403   403   403   403   422   403   403   422
unit-move                  POST   403   403   403   403   403   403   403   403   403   302   403   403   302
unit-merge                 POST   403   403   403   403   403   403   403   403   403   302   403   403   302
unit-remove                POST   403   403   403   403   403   403   403   403   403   302   403   403   302

manage-team                GET  login login login login login login login   403   200   200   200   403   200
team-division              POST   403   403   403   403   403   403   403   403   403   302   403   403   302
team-contact               POST   403   403   403   403   403   403   403   403   200   200   200   403   200
team-link                  POST   403   403   403   403   403   403   403   403   200   200   403   403   200
team-amend                 GET  login login login login login login login   403   403   200   403   403   200
team-amend                 POST   403   403   403   403   403   403   403   403   403   422   403   403   422
team-do                    POST   403   403   403   403   403   403   403   403   302   302   403   403   302
member-correct             GET  login login login login login login login   403   200   200   403   403   200
member-correct             POST   403   403   403   403   403   403   403   403   422   422   403   403   422
member-replace             GET  login login login login login login login   403   200   200   403   403   200
member-replace             POST   403   403   403   403   403   403   403   403   422   422   403   403   422

referee                    GET    200   200   200   302   302   302   200   200   200   200   200   200   200
referee-event              GET  login login login   200   200 login login   200   200   200   403   403   200
referee-table              GET  login login login   200   200 login login   200   200   200   403   403   200
referee-deals              GET  login login login   200   302 login login   200   200   200   403   403   200
referee-take               POST   403   403   403   302   302   403   403   403   302   302   403   403   403

manage-draw                GET  login login login login login login login   403   200   200   403   403   200
manage-draw-make           POST   403   403   403   403   403   403   403   403   422   422   403   403   422
manage-draw-discard        POST   403   403   403   403   403   403   403   403   422   422   403   403   422
manage-draw-swap           POST   403   403   403   403   403   403   403   403   422   422   403   403   422
manage-draw-act            POST   403   403   403   403   403   403   403   403   409   409   403   403   409

manage-rounds              GET  login login login login login login login   403   200   200   403   403   200
manage-round               GET  login login login login login login login   403   200   200   403   403   200
manage-rounds-live         GET  login login login login login login login   403   200   200   403   403   200
manage-round-move          GET  login login login login login login login   403   200   200   403   403   200
manage-round-move          POST   403   403   403   403   403   403   403   403   422   422   403   403   422
manage-round-act           POST   403   403   403   403   403   403   403   403   302   302   403   403   302

screen                     GET  login login login login login login   200   403   200   200   200   403   200
screen-live                GET  login login login login login login   200   403   200   200   200   403   200

draw                       GET    200   200   200   200   200   200   200   200   200   200   200   200   200
draw-record                GET    200   200   200   200   200   200   200   200   200   200   200   200   200
draw-round                 GET    200   200   200   200   200   200   200   200   200   200   200   200   200
draw-round-record          GET    200   200   200   200   200   200   200   200   200   200   200   200   200
tables                     GET    200   200   200   200   200   200   200   200   200   200   200   200   200
tables-live                GET    200   200   200   200   200   200   200   200   200   200   200   200   200
tables-round               GET    200   200   200   200   200   200   200   200   200   200   200   200   200
tables-round-live          GET    200   200   200   200   200   200   200   200   200   200   200   200   200
table                      GET    200   200   200   302   302   200   200   200   200   200   200   200   200
clock                      GET    200   200   200   200   200   200   200   200   200   200   200   200   200

desk                       GET  login login login login login login login   200   200   200   403   403   200
desk-match                 GET  login login login login login login login   200   200   200   403   403   200
desk-match                 POST   403   403   403   403   403   403   403   422   422   422   403   403   422
desk-type                  POST   403   403   403   403   403   403   403   422   422   422   403   403   422
desk-restore               POST   403   403   403   403   403   403   403   403   404   404   403   403   404
desk-decide                POST   403   403   403   403   403   403   403   403   422   422   403   403   422
desk-approve               POST   403   403   403   403   403   403   403   403   409   409   403   403   409
desk-reject                POST   403   403   403   403   403   403   403   403   422   422   403   403   422
desk-forfeit-lift          POST   403   403   403   403   403   403   403   403   422   422   403   403   422
desk-rulings               GET  login login login login login login login   200   200   200   403   403   200
desk-rulings               POST   403   403   403   403   403   403   403   422   422   422   403   403   422
desk-ruling-reverse        POST   403   403   403   403   403   403   403   422   422   422   403   403   422

event                      GET    200   200   200   200   200   200   200   200   200   200   200   200   200
standings                  GET    200   200   200   200   200   200   200   200   200   200   200   200   200
standings-live             GET    200   200   200   200   200   200   200   200   200   200   200   200   200
bracket                    GET    200   200   200   200   200   200   200   200   200   200   200   200   200
bracket-live               GET    200   200   200   200   200   200   200   200   200   200   200   200   200
standings-final            GET    200   200   200   200   200   200   200   200   200   200   200   200   200
standings-stage            GET    200   200   200   200   200   200   200   200   200   200   200   200   200
standings-why              GET    200   200   200   200   200   200   200   200   200   200   200   200   200

going-on                   GET  login login login login login login login   403   200   200   403   403   200
going-on-act               POST   403   403   403   403   403   403   403   403   422   422   403   403   422

manage-standings           GET  login login login login login login login   403   200   200   403   403   200
manage-standings-hide      POST   403   403   403   403   403   403   403   403   422   422   403   403   422
manage-standings-show      POST   403   403   403   403   403   403   403   403   302   302   403   403   302
manage-points              GET  login login login login login login login   403   200   200   403   403   200
manage-points              POST   403   403   403   403   403   403   403   403   422   422   403   403   422
manage-points-reverse      POST   403   403   403   403   403   403   403   403   404   404   403   403   404
manage-standings-release   POST   403   403   403   403   403   403   403   403   422   422   403   403   422
manage-standings-extra-deal POST  403   403   403   403   403   403   403   403   404   404   403   403   404
manage-standings-card-cut  POST   403   403   403   403   403   403   403   403   404   404   403   403   404
manage-standings-lots      POST   403   403   403   403   403   403   403   403   404   404   403   403   404
manage-standings-draw-lots POST   403   403   403   403   403   403   403   403   404   404   403   403   404

find                       GET    200   200   200   200   200   200   200   200   200   200   200   200   200
team-page                  GET    200   200   200   200   200   200   200   200   200   200   200   200   200
team-by-lot                GET    302   302   302   302   302   302   302   302   302   302   302   302   302
rulesets                   GET    200   200   200   200   200   200   200   200   200   200   200   200   200
ruleset                    GET    200   200   200   200   200   200   200   200   200   200   200   200   200
ruleset-schema             GET    200   200   200   200   200   200   200   200   200   200   200   200   200
event-rules                GET    200   200   200   200   200   200   200   200   200   200   200   200   200

manage-papers              GET  login login login login login login login   200   200   200   403   403   200
manage-papers-live         GET  login login login login login login login   200   200   200   403   403   200
manage-paper-make          POST   403   403   403   403   403   403   403   302   302   302   403   403   302

papers                     GET    200   200   200   200   200   200   200   200   200   200   200   200   200
paper                      GET    404   404   404   404   404   404   404   200   200   200   404   404   200

api-clock                  GET    200   200   200   200   200   200   200   200   200   200   200   200   200
api-table                  GET    403   403   403   200   200   403   403   200   200   200   403   403   200
api-results                POST   403   403   403   200   403   403   403   200   200   200   403   403   200
api-play                   GET    403   403   403   200   200   403   403   200   200   200   403   403   200
api-deals                  POST   403   403   403   200   403   403   403   200   200   200   403   403   200
api-deals-remove           POST   403   403   403   200   403   403   403   200   200   200   403   403   200
api-rulings                POST   403   403   403   200   403   403   403   200   200   200   403   403   200
api-rulings-reverse        POST   403   403   403   200   403   403   403   200   200   200   403   403   200
api-arrivals               POST   403   403   403   200   403   403   403   200   200   200   403   403   200
api-lateness               POST   403   403   403   409   403   403   403   409   409   409   403   403   409

api-schema                 GET    200   200   200   200   200   200   200   200   200   200   200   200   200
api-docs                   GET    200   200   200   200   200   200   200   200   200   200   200   200   200

styleguide                 GET    200   200   200   200   200   200   200   200   200   200   200   200   200
styleguide_frame           GET    200   200   200   200   200   200   200   200   200   200   200   200   200
"""
