# shellcheck shell=bash disable=SC2034 # the caller has declared cur, prev, words and cword
# Sets cur, prev, words and cword to the words of the command line up to the cursor, as _get_comp_words_by_ref of the
# package bash-completion does, for shells without this package. Unlike in COMP_WORDS, = and : end no word.
__enumerate_words()
{
    local line=${COMP_LINE:0:COMP_POINT} rest before="" word i
    words=()

    for ((i = 0; i <= COMP_CWORD; i++)); do
        rest=${line#"${line%%[![:blank:]]*}"} # without leading blanks
        word=${COMP_WORDS[i]}
        ((i < COMP_CWORD)) || word=$rest
        if ((i > 0)) && [[ $rest == "$line" ]] && [[ $word =~ ^[=:]+$ || $before =~ ^[=:]+$ ]]; then
            words[${#words[@]} - 1]+=$word
        else
            words+=("$word")
        fi
        before=$word
        line=${rest#"$word"}
    done

    cword=$((${#words[@]} - 1))
    cur=${words[cword]}
    prev=
    ((cword == 0)) || prev=${words[cword - 1]}
}

