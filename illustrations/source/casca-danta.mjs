import {Scene,Cam,rng,noise,mix,lum,lerp,clamp,poly,lens,smooth,blob,tuft,P,n1,circ,TAU,ridge,under,treeline,cumulus,yAt,palm,tree,putTree,leafFlecks} from './lib.mjs';
import {glints} from './lago.mjs';
import {PED,scal,crown,put,wood,rock,paint,mkStrata,walk,person,bather,boulder,fall,glow} from './lugares.mjs';
export function cascaDanta(seed=223){
 const s=new Scene(),R=rng(seed),N=noise(seed),HZ=648,cam=new Cam({pos:[0,9,0],f:800,cx:600,cy:HZ,near:2}),camC=new Cam({pos:[0,9,0],f:2400,cx:600,cy:HZ,near:2}),air='#dfe8d2';
 s.rect(0,0,1200,HZ,s.grad([[0,'#5f9fb8'],[.5,'#a6cfd2'],[1,'#eef0d4']],0,0,0,420));
 const CL={lit:'#fdf7e8',sh:'#c4d8d6'};cumulus(s,200,104,.95,R,CL);cumulus(s,1010,80,.8,R,CL);cumulus(s,790,112,.4,R,CL);
 const XF=22,ctrl=[[-260,884],[-215,868],[-165,872],[-120,892],[-76,896],[-40,922],[-8,940],[XF,944],[52,938],[84,914],[118,890],[150,884],[184,862],[226,870],[262,888]];
 const path=walk(ctrl,R,7.5,17).map(([x,z])=>[x,z+13*N.fbm(x*.034+2,2)*clamp(Math.abs(x-XF)/50,0,1)]);
 const top=i=>{const x=path[i][0];return 203+1.6*N.fbm(x*.02,2)-19*Math.exp(-(((x-XF)/15)**2))};
 const strata=mkStrata(R,212,8,22),NS=strata.length-1,led=strata.map((_,k)=>R.r(-2.6,2.6)-k/NS*11),tone=strata.map(()=>R.i(0,4));
 const off=(i,k)=>led[k]+7*N.fbm2(i*.2,k*.16,3)+5.5*N.fbm2(i*.7,k*.7,2),shift=i=>9*N.fbm(i*.23+5,2)+3*N.v1(i*1.3);
 // gorge of the upper river, seen through the notch
 {const p=(x,y,z)=>camC.p([x,y,956]);s.p(poly([p(XF-34,206,352),p(XF-14,203,352),p(XF-4,196,352),p(XF+2,190,352),p(XF+10,198,352),p(XF+20,203,352),p(XF+40,206,352),p(XF+40,160,352),p(XF-34,160,352)]),'#8f7a62');s.p(poly([p(XF+3,190,352),p(XF+10,198,352),p(XF+20,203,352),p(XF+40,206,352),p(XF+40,160,352),p(XF+3,160,352)]),'#c9a06a')}
 const col=f=>{let v=N.v2(f.i*1.7,f.k*2.3)*.5+.5;const t=clamp(.44+f.lit*.95+.1*N.fbm2(f.i*.2,f.k*.3,2));let b=mix(PED.shade[(tone[f.k]+(v>.76?1:0))%5],PED.lit[(tone[f.k]+(v>.8?1:0))%5],t);
  const x=path[f.i][0],wet=Math.exp(-(((x-XF)/20)**2))+clamp(N.fbm(f.i*.5+3,3)*1.5-.18,0,.5);b=mix(b,'#4a4642',clamp(wet*.62));
  // warm and pale high up, mossy low down
  b=mix(b,'#5f7350',clamp(.3-f.y/170,0,.3));if(f.kind==='back')b=mix(b,'#4c4038',.5);if(f.kind==='end')b=f.lit>0?mix(b,PED.sun,.18):mix(b,'#3a3230',.3);if(f.kind==='under')b=mix(b,'#2f2a28',.5);if(f.kind==='lip')b=mix(b,PED.sun,.4);
  return mix(lum(b,(v-.5)*.045),air,.12)};
 const bush=b=>{const nv=N.v2(b.i*3.1,b.k*1.9);if(nv<.2)return null;const r=b.u*R.r(1.8,4.6);const dk=path[b.i][0]>XF&&path[b.i][0]<120?0:.25;return[[mix('#4a7a50',PED.ink,dk),scal(b.p[0],b.p[1]-r*.1,r*1.5,r*.7,R,6)],[mix('#86a866','#4a7a50',dk),scal(b.p[0]-r*.3,b.p[1]-r*.3,r*.7,r*.3,R,5)]]};
 const rk=rock({cam:camC,path,side:1,strata,off,top,col,N,R,bush,light:[-.86,-.3],lip:2.2,cap:8,shift});s.p(poly([...path.map((_,i)=>camC.p(rk.pt(i,-14,top(i)-1))),camC.p([300,0,960]),camC.p([-300,0,960])]),'#77624f');paint(s,rk.items,b=>b[1]>628);
 // green edge of the plateau
 {let d='',e='';for(let i=0;i<path.length-1;i++){const k=Math.max(0,strata.findIndex(y=>y>top(i))-1),p=camC.p(rk.pt(i,off(i,k)-1,top(i)));if(p[0]<-20||p[0]>1220)continue;const r=R.r(7,13);d+=scal(p[0],p[1]-1,r*1.5,r*.55,R,6);if(R()<.7)e+=scal(p[0]-4,p[1]-4,r*.8,r*.3,R,5)}s.p(d,'#55804f');s.p(e,'#9db26a')}
 // the fall
 const A=camC.p([XF,185,936]),B=camC.p([XF+1,1,930]);
 s.p(poly([[A[0]-12,A[1]-4],[A[0]+12,A[1]-4],[A[0]+26,A[1]+60],[A[0]+40,B[1]],[A[0]-42,B[1]],[A[0]-24,A[1]+60]]),'#3b3c38',.3);
 fall(s,R,N,A,B,6,25,{n:46,seed:4,halo:.34});
 {let d='';for(let i=0;i<26;i++){const t=R.r(.05,.9),x=lerp(A[0],B[0],t)+R.n()*lerp(3,14,t),y=lerp(A[1],B[1],t),l=R.r(10,26);d+=`M${P(x-3,y)}Q${P(x-4.5,y+l*.7)} ${P(x,y+l)}Q${P(x+4.5,y+l*.7)} ${P(x+3,y)}Q${P(x,y+l*.3)} ${P(x-3,y)}Z`}s.p(d,'#ffffff',.85)}
 glow(s,B[0]+4,B[1]-36,130,'#f6faf0',.95,.62);glow(s,B[0]+26,B[1]-120,84,'#f6faf0',.4,1.2);
 // wooded talus under the cliff, far to near
 const cols=[['#5f8b68','#86a977','#b5c68c'],['#447a54','#6b9a5c','#a3bd70'],['#2f6546','#538a4c','#97b55c'],['#235240','#3f7745','#86a852']];
 const slope=(y0,rise,gap,r0,r1,k,n)=>{const L=[];for(let i=0;i<n;i++){const x=lerp(-40,1240,(i+R.r(-.3,.3))/(n-1)),dx=Math.abs(x-B[0]);if(dx<gap)continue;const u=clamp((dx-gap)/420);L.push([x,y0-rise*Math.pow(u,.75)+R.r(-8,8),R.r(r0,r1),k])}return L};
 const ground=(y0,rise,gap,c)=>{const p=[];for(let x=-20;x<=1220;x+=40){const u=clamp((Math.abs(x-B[0])-gap)/420);p.push([x,y0-rise*Math.pow(u,.75)])}s.p(smooth(p)+'L1220 760L-20 760Z',c)};
 ground(636,74,60,'#6f9868');wood(s,R,slope(640,86,62,13,20,0,40),cols);
 ground(652,50,96,'#4f8355');wood(s,R,slope(655,58,96,18,28,1,32),cols);
 glow(s,B[0]+8,654,210,'#f6faf0',.95,.12);
 ground(672,22,190,'#3d7049');wood(s,R,slope(674,34,200,24,38,2,24),cols);
 // boulders where the river leaves the foot of the fall, and the pool
 for(const[x,y,w,h]of[[520,668,20,10],[556,672,14,8],[742,668,24,12],[706,674,15,8],[790,674,28,13],[470,678,26,13],[590,676,10,5],[676,678,11,6]])boulder(s,R,x,y,w,h,{k:.06,moss:null,wet:null,line:null});
 const pool=`M300 700C380 688 470 680 560 679C660 676 760 680 850 690C960 702 1010 724 1060 760C1120 800 1180 850 1215 910H-15C40 840 90 790 140 752C180 724 240 706 300 700Z`;
 s.p('M-20 716C120 690 220 684 330 690L880 684C1000 684 1100 700 1220 716V910H-20Z',s.grad([[0,'#8a9a5e'],[.5,'#a08a5a'],[1,'#6b6a44']],0,690,0,900));
 {let d='',e='';for(let i=0;i<70;i++){const t=R(),y=lerp(712,890,t),sd=R()<.5,x=sd?R.r(-10,lerp(250,60,t)):R.r(lerp(930,1130,t),1210);(i%2?d+=lens(x,y,lerp(8,34,t),lerp(1,5,t)):e+=lens(x,y,lerp(8,30,t),lerp(1,3,t)))}s.p(d,'#5f5f3c',.5);s.p(e,'#d9c48c',.6)}
 s.p(pool,s.grad([[0,'#a8d6b8'],[.14,'#5fac90'],[.45,'#22836f'],[.8,'#12594f'],[1,'#0d4540']],0,678,0,900));
 s.inClip(pool,()=>{
  s.g(s.blur(5),()=>{s.p(lens(640,690,150,9),'#f6fbf2',.8)});
  // the cliff and the white thread mirrored
  s.p(glints(R,{y0:694,y1:800,n:90,x:()=>R.r(700,1150),w:[14,60],h:[1,3.6]}),'#d1a868',.36);s.p(glints(R,{y0:694,y1:820,n:90,x:()=>R.r(40,520),w:[14,60],h:[1,3.6]}),'#0d4a42',.34);
  s.p(glints(R,{y0:688,y1:850,n:90,x:t=>646+R.n()*lerp(12,34,t),w:[10,40],h:[.8,3.2]}),'#f4fbf4',.62);
  s.p(glints(R,{y0:690,y1:890,n:140,w:[6,70],h:[.5,3.6],p:1.4}),'#0b4a44',.32);s.p(glints(R,{y0:690,y1:880,n:110,w:[6,56],h:[.4,2.4],p:1.4}),'#bfe6c8',.45);
  for(let i=0;i<30;i++){const t=R(),y=lerp(800,905,t),x=R.r(60,1150),w=lerp(16,52,t)*R.r(.5,1.1);s.p(scal(x,y,w,w*.3,R,6),mix(R.pick(['#9a7d52','#6f6a4c','#b2935f','#55604c']),'#145a50',lerp(.74,.42,t)),.8);s.p(lens(x-w*.2,y-w*.1,w*.5,w*.08),'#d9e2b4',.2)}});
 // boulders of the shore with visitors
 const bl=(...a)=>boulder(s,R,...a);
 bl(236,716,44,22,{});bl(176,738,58,34,{});bl(960,716,40,20,{});bl(1030,742,66,36,{});bl(876,704,24,11,{moss:null});bl(316,706,26,12,{moss:null});
 bl(108,790,92,58,{k:.05});bl(1124,800,104,64,{k:.04});bl(300,752,30,14,{moss:null});bl(918,748,26,12,{moss:null});
 const W=(x,y,k,o)=>person(s,x,y,k,o);
 W(1016,709,19,{shirt:'#d8563a',pants:'#2c4f57',hat:'#f0dca8',skin:'#8a5638'});W(1034,707,19,{shirt:'#f4ecd8',pants:'#b5763a',skin:'#a86c46',arms:[[[-.27,1.12],[-.25,.88]],[[.36,1.42],[.46,1.72]]]});
 W(166,706,18.5,{shirt:'#1f6d78',pants:'#d8bf8c',skin:'#9a6040',pack:'#c4632f'});W(182,707,18.5,{h:1.2,shirt:'#f0c257',pants:'#7a3a2a',skin:'#9a6040'});
 W(882,696,14,{shirt:'#e8b84e',pants:'#1f5d60',skin:'#8f5a3a'});
 W(1104,741,25,{bare:2,shirt:'#a86c46',pants:'#d8563a',skin:'#a86c46',back:true});W(1134,743,25,{h:1.62,bare:1,shirt:'#1f6d78',pants:'#1f6d78',skin:'#b0744c',long:1,hair:'#3a2418'});
 for(const[x,y,k,o]of[[470,742,20,{hair:'#2b1d18'}],[506,748,20.5,{skin:'#b27a50',suit:'#d8563a',hair:'#3a2519'}],[760,724,17,{arm:[1,1]}]])bather(s,x,y,k,o);
 // frame: palm and a cerrado tree, grass and sempre-vivas in front
 const sh='#1d3f30';
 {const p=palm(66,846,430,R,{crown:130,lean:.05,n:9,tw:8,w:1.7});s.p(p.back,'#275a40');s.p(p.trunk,'#6b5238');s.p(p.front,'#2f6b45')}
 putTree(s,tree(1176,776,236,R,{w:116,blobs:7,flat:.8,lean:-.06}),{trunk:'#4a392a',dark:'#20503c',mid:'#3f7648',light:'#8fac5c',fleck:'#d8d588'});
 bl(30,872,150,70,{k:.2});bl(1180,884,150,66,{k:.18});
 let ga='',gb='';for(let i=0;i<52;i++){const l=R()<.5,x=l?R.r(-10,260):R.r(930,1215);ga+=tuft(x,914,R.r(30,92)*(l?lerp(1.1,.5,x/260):lerp(.5,1.1,(x-930)/285)),4,R,{spread:.9,w:2.3,lean:l?.12:-.1});if(i%2)gb+=tuft(x+6,910,R.r(30,80)*.8,3,R,{spread:.8,w:1.6,lean:.14})}s.p(gb,'#cdb662');s.p(ga,'#33573a');
 for(let i=0;i<20;i++){const l=R()<.5,x=l?R.r(0,220):R.r(970,1200),y=R.r(806,868);s.s(`M${P(x-3,910)}Q${P(x,y+40)} ${P(x+2,y)}`,'#6b7a3e',1.2);const c=R.pick(['#fdf6e3','#f6e3b4','#f2c14e']),r=R.r(2.4,4.2);s.p(lens(x+2,y-2,r*1.25,r*1.3),c)}
 return s.svg("Ilustração: cachoeira Casca d'Anta caindo do chapadão da Canastra");
}
