before() { echo 1; }
half() { if true; then echo
after() { echo 2; }
X=$(
last() { :; }
