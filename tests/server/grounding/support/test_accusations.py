"""What a sentence accuses a paper of is supported only where the paper speaks of such things."""

import pytest

from citeloom.grounding.support.accusations import TAKEN_BACK, accusations
from citeloom.grounding.support.checker import SupportChecker
from citeloom.grounding.support.claim import Claim
from citeloom.grounding.support.source import source_text
from citeloom.grounding.support.verdict import DoubtKind, SupportVerdict
from citeloom.papers.paper import Paper

ACCUSING = (
    "The results of Bergstrom et al. were shown to be fabricated.",
    "Lee fabricated their data.",
    "Smith and Jones plagiarised our work.",
    "The evaluation is widely regarded as fraudulent.",
    "Its forged measurements are well known.",
    "These figures cannot be trusted.",
    "Their experiments were plagiarised from Lee.",
    "The paper is plagiarized.",
    "This paper is a plagiarism of earlier work.",
    "The data are made up.",
    "The data were made-up.",
    "The data were simply made up by the authors.",
    "The theorem was debunked.",
    "The claim was debunked by later work.",
    "This finding has been debunked.",
    "Their results cannot be trusted.",
    "The authors can't be trusted.",
    "The results can hardly be trusted.",
    "The results should not be trusted.",
    "The results must not be trusted.",
    "The authors are not trustworthy.",
    "Its results are untrustworthy.",
    "The authors invented their data.",
    "The authors made up their results.",
    "The authors made their results up.",
    "The authors lied about their results.",
    "The paper lies about its results.",
    "The authors were found guilty of misconduct.",
    "The authors deceived reviewers.",
    "The evaluation was rigged.",
    "The experiments were never run.",
    "The experiments were never carried out.",
    "The numbers were doctored.",
    "The images were doctored.",
    "The figures were tampered with.",
    "The data were tampered with.",
    "The data were falsified.",
    "There is evidence of data falsification.",
    "There are signs of data fabrication.",
    "Data fabrication was found in this study.",
    "The study was exposed as a fraud.",
    "The authors cheated in the evaluation.",
    "The benchmark results were obtained by cheating.",
    "The authors cherry-picked their results to mislead readers.",
    "The paper deliberately misleads readers.",
    "The authors concealed negative results.",
    "The authors hid failed runs.",
    "The authors copied the method without attribution.",
    "The text was copied verbatim from Lee.",
    "The method was stolen from Kim.",
    "The authors stole the idea of Kim.",
    "The work is a scam.",
    "The authors are charlatans.",
    "The results are bogus.",
    "The results are fictitious.",
    "The results are phony.",
    "The citations are fake.",
    "The peer review was faked.",
    "It allegedly fabricated its results.",
    "The results may have been fabricated.",
    "It seems likely that the results were fabricated.",
    "The results, reportedly, were fabricated.",
    "Many believe that the data of Lee were invented.",
    "The paper has been retracted for fraud.",
    "The paper was retracted.",
    "The authors have been accused of plagiarism.",
    "The work is junk science.",
    "The work is pseudoscience.",
    "The method is a hoax.",
    "The conclusions are fraudulently derived.",
    "The study has been discredited.",
    "This is a case of scientific fraud.",
    "The results were fab\u00adricated.",
    "The results were fabri\u200bcated.",
    "The results were FABRICATED.",
    "The authors bribed reviewers.",
    "The paper was written by a paper mill.",
    "The paper comes from a paper mill.",
    "The authors engaged in p-hacking.",
    "The authors p-hacked their results.",
    "The study is a sham.",
    "The authors are frauds.",
    "The authors are liars.",
    "The authors are dishonest.",
    "The authors misrepresented their results.",
    "The authors misreported their data on purpose.",
    "The authors intentionally misreported their data.",
    "The citations of this survey are fake.",
    "Lee et al. detect fraud by fraudulent results.",
    "In research on fake news, the results of Lee were fabricated.",
    "Its results on credit card fraud are a fraud.",
    "The study, on detecting plagiarism, is plagiarized.",
    "Later work on accounting showed that this study is fraudulent.",
    # What only looks like a denial accuses.
    "It is not disputed that the results were fabricated.",
    "There is no doubt that the data were fabricated.",
    "The results are not only fabricated but stolen.",
    "Not long after, its data were found to be fabricated.",
    "No evidence was given, and the results were fabricated.",
    "There is no evidence that the results were not fabricated.",
    "The allegations of plagiarism were not unfounded.",
)
FAIR = (
    "Nanowires were fabricated by lithography.",
    "Data are fabricated with a simulator.",
    "They copied 300 hours of recordings.",
    "Numbers are made up of digits.",
    "Trust between agents is modelled.",
    "No evidence that the results were fabricated was found.",
    "There is no evidence that the data were fabricated.",
    "We found no sign of fabricated results.",
    "The results were not fabricated.",
    "The data have never been falsified.",
    "The results are neither fabricated nor manipulated.",
    "The allegations of plagiarism were unfounded.",
    "Investigators cleared the authors of fraud.",
    "Without any evidence of misconduct, the study stands.",
    "The authors were cleared of misconduct.",
    "Plagiarism detection is a well studied task.",
    "Fraud detection in card payments uses graphs.",
    "Fake news detection relies on context.",
    "Fake images are detected by a network.",
    "Manipulated images are detected by a network.",
    "Falsified hypotheses are removed.",
    "The hypothesis was falsified by experiments.",
    "A forged signature is detected.",
    "Debunking misinformation is hard.",
    "Trust in automation is modelled.",
    "The cloud provider is not trusted.",
    "Data made up of images and texts are used.",
    "The corpus is made up of news.",
    "The devices were fabricated in silicon.",
    "Figures were made up to scale.",
    "They invented a data structure.",
    "The transformer was invented by Vaswani.",
    "Scam calls are detected.",
    "Bogus requests are filtered.",
    "Fictitious play converges.",
    "A fictitious data set illustrates the method.",
    "Sham controls were used.",
    "The sham group had no stimulation.",
    "They copied the weights from a teacher.",
    "Copied text is detected by hashing.",
    "Cheating in exams is detected.",
    "Lying speakers are detected from voice.",
    "Deception detection relies on voice.",
    "Liars are told apart by pitch.",
    "Paper mills are detected by tortured phrases.",
    "P-hacking is studied in psychology.",
    "The experiments were never run on larger models.",
    "Data manipulation languages are compared.",
    "Object manipulation is learned from figures.",
    "Robots manipulate objects, and the results are manipulated poses.",
    "The results are manipulated by the user with sliders.",
    "Adversaries tamper with data.",
    "Data tampering is detected by a chain.",
    "The data set does not exist in other languages.",
    "Hidden states are copied from the encoder.",
    "The results are invented names for classes.",
    "Rigged elections are modelled.",
    "Images are doctored by adversaries to test the detector.",
    "The paper studies retracted articles.",
    "The discriminator learns to tell fake data from real data.",
    "A generator makes fake data until nobody can tell.",
    "Half of the data in a batch is fake, the rest is real.",
    "The evidence tells whether a news article is real or fake.",
    "A table becomes a graph and its data can be freely manipulated.",
    "Isolation forests are used against credit card fraud.",
    "Random forests find financial accounting fraud.",
    "Autoencoders flag fraudulent transactions.",
    "Graph networks are good at preventing ad fraud.",
    "False news is written intentionally to mislead readers.",
    "Language models are used for propaganda, spam and hoaxes.",
    "Attackers query a model and can steal the weights.",
    "Plagiarism is a growing problem in programming courses.",
    "Hashing is common in detecting source code plagiarism.",
)
HIDDEN = "The results were %s."


def test_every_accusation_is_found() -> None:
    assert [text for text in ACCUSING if not list(accusations(text))] == []


def test_other_uses_of_its_words_are_none() -> None:
    assert [text for text in FAIR if list(accusations(text))] == []


def test_a_paper_about_it_supports_it() -> None:
    known = Paper("p", title="Credit cards", abstract="We detect fraud in card payments.")
    checker = SupportChecker([source_text(known)])
    checked = checker.check(Claim("Fraud in card payments is detected.", ("p",)))
    assert DoubtKind.ACCUSATION not in {doubt.kind for doubt in checked.doubts}


def test_nothing_known_of_a_paper_supports_no_accusation() -> None:
    checked = SupportChecker([]).check(Claim("Its results are fraudulent.", ("p",)))
    assert checked.verdict is SupportVerdict.NOT_SUPPORTED
    (doubt,) = checked.doubts
    assert (doubt.kind, doubt.is_sure, doubt.papers) == (DoubtKind.ACCUSATION, True, ("p",))


@pytest.mark.parametrize(
    "word",
    ["fab\u00adricated", "fabri\u200bcated", "fabric\u0430ted", "fabricat\u0301ed", "FABRICATED"],
    ids=["soft hyphen", "no width", "Cyrillic", "accent", "capitals"],
)
def test_an_accusation_is_found_as_it_is_read_and_stands_where_it_is(word: str) -> None:
    text = HIDDEN % word
    (found,) = accusations(text)
    assert text[found.start : found.end] == found.text
    assert found.text.endswith(word)


def test_that_a_paper_was_retracted_is_not_doubted_in_a_draft() -> None:
    """Its author may know of it before anybody else does; a model does not."""
    text = "This study was later retracted."
    assert [found.kind for found in accusations(text)] == [TAKEN_BACK]
    known = source_text(Paper("p", title="Credit cards", abstract="We count card payments."))
    kinds = {it.kind for it in SupportChecker([known]).check(Claim(text, ("p",))).doubts}
    assert DoubtKind.ACCUSATION not in kinds
